// Plans scans of a table of 1000 days x 100 files in memory: all of it, one day, one key range in one day.
//
//   plan_bench [DAYS [FILES_PER_DAY]]    prints one line a case
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "table/scan/made_table.h"
#include "table/scan/scan_plan.h"

namespace {

using namespace tarn::table;
using tarn::paimon::Value;

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void Report(const char* name, const Table& table, const Predicate& filter) {
  const double cpu = CpuSeconds();
  const auto start = std::chrono::steady_clock::now();
  const auto plan = PlanScan(table, {.filter = filter});
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  std::printf("%-10s %6lld of %lld files, %lld of %lld manifests: %.3f s, %.3f CPU-s\n", name,
              static_cast<long long>(plan.files_kept), static_cast<long long>(plan.files_total),
              static_cast<long long>(plan.manifests_read), static_cast<long long>(plan.manifests_total), wall.count(),
              CpuSeconds() - cpu);
}

}  // namespace

int main(int argc, char** argv) {
  const int days = argc > 1 ? std::atoi(argv[1]) : 1000;
  const int files = argc > 2 ? std::atoi(argv[2]) : 100;
  MadeTable made(
      SchemaOf({{"mmsi", "BIGINT"}, {"ts", "TIMESTAMP(3)"}, {"source", "STRING"}, {"day", "DATE"}}, {"day"}));
  constexpr int kDaysAManifest = 20;
  std::vector<tarn::paimon::ManifestEntry> entries;
  for (int day = 0; day < days; ++day) {
    const int64_t date = 19000 + day;
    for (int file = 0; file < files; ++file) {
      const int64_t low = int64_t{file} * 1000, ts = date * 86'400'000;
      entries.push_back(
          made.Entry("data-" + std::to_string(day) + "-" + std::to_string(file), {date},
                     {{low, low + 999},
                      {tarn::paimon::TimestampValue{ts, 0}, tarn::paimon::TimestampValue{ts + 86'399'999, 0}},
                      {std::string("coast"), std::string("satellite")},
                      {date, date}}));
    }
    if ((day + 1) % kDaysAManifest == 0 || day + 1 == days) {
      made.Commit(entries);
      entries.clear();
    }
  }
  const auto table = made.Open();
  const auto one_day = Predicate::Compare(Predicate::Op::Equal, 3, Value(int64_t{19000 + days / 2}));
  Report("all", *table, {});
  Report("all again", *table, {});
  Report("one day", *table, one_day);
  Report("one key", *table,
         Predicate::And({one_day, Predicate::Compare(Predicate::Op::Equal, 0, Value(int64_t{4242}))}));
  return 0;
}
