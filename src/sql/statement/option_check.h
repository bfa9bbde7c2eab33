// Mistyped options cost people days: the check of WITH, SET and hints against the lists of what there is.
#pragma once

#include "sql/statement/run.h"

namespace tarn::sql {

/// Where a statement names an option, else `otherwise`.
Span PlaceOfOption(const OptionList& options, const std::string& key, Span otherwise);

/// Of a table about to be made. An option that resembles a known one is an error at its place, and so is a value that
/// its connector does not take, or that is none of its type for an option that means something here. Any other unknown
/// one is kept: with a notice on a Paimon table; that of a connector is refused where the table is used, as Flink does.
void CheckTableOptions(Session& session, const Catalog& catalog, const OptionList& options, const std::string& name,
                       const TableDefinition& definition, bool temporary);

/// Says of a table just made in a Paimon catalog that Tarn cannot write it, and why, where no notice above has.
void NoteUnwritable(Session& session, const Catalog& catalog, const OptionList& options, const std::string& database,
                    const std::string& name);

}  // namespace tarn::sql
