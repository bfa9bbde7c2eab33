// The rules behind functions.cpp, one header for the files by theme: string.cpp, number.cpp, time.cpp ..
#pragma once

#include "function/function.h"

namespace tarn::function {

/// The type of numbers, counts and positions among the parameters.
inline DataType IntType() { return Simple(TypeRoot::Int); }

// internal.cpp
Resolved ResolveCast(const Call& call);
Resolved ResolveTryCast(const Call& call);
Resolved ResolveLabel(const Call& call);
Resolved ResolveIsNegativeZero(const Call& call);
Resolved ResolveRowTimestamp(const Call& call);
Resolved ResolveToMultiset(const Call& call);

// string.cpp
Resolved ResolveConcatOperator(const Call& call);
Resolved ResolveConcat(const Call& call);
Resolved ResolveConcatWs(const Call& call);
Resolved ResolveCharLength(const Call& call);
Resolved ResolveSubstring(const Call& call);
Resolved ResolveLeft(const Call& call);
Resolved ResolveRight(const Call& call);
Resolved ResolveTrim(const Call& call);
Resolved ResolveLTrim(const Call& call);
Resolved ResolveRTrim(const Call& call);
Resolved ResolveBTrim(const Call& call);
Resolved ResolveLPad(const Call& call);
Resolved ResolveRPad(const Call& call);
Resolved ResolveRepeat(const Call& call);
Resolved ResolveReverse(const Call& call);
Resolved ResolveOverlay(const Call& call);
Resolved ResolveAscii(const Call& call);
Resolved ResolveChr(const Call& call);
Resolved ResolveElt(const Call& call);

// string_case.cpp
Resolved ResolveUpper(const Call& call);
Resolved ResolveLower(const Call& call);
Resolved ResolveInitCap(const Call& call);

// string_search.cpp
Resolved ResolvePosition(const Call& call);
Resolved ResolveLocate(const Call& call);
Resolved ResolveInstr(const Call& call);
Resolved ResolveSplitIndex(const Call& call);
Resolved ResolveReplace(const Call& call);
Resolved ResolveTranslate(const Call& call);
Resolved ResolveStartsWith(const Call& call);
Resolved ResolveEndsWith(const Call& call);

// character_class.cpp
Resolved ResolveIsAlpha(const Call& call);
Resolved ResolveIsDigit(const Call& call);
Resolved ResolveIsDecimal(const Call& call);

// pattern.cpp
Resolved ResolveLike(const Call& call);
Resolved ResolveSimilar(const Call& call);
Resolved ResolveStrToMap(const Call& call);
Resolved ResolveSplit(const Call& call);

// regexp.cpp
Resolved ResolveRegexp(const Call& call);
Resolved ResolveRegexpExtract(const Call& call);
Resolved ResolveRegexpReplace(const Call& call);
Resolved ResolveRegexpCount(const Call& call);
Resolved ResolveRegexpInstr(const Call& call);
Resolved ResolveRegexpSubstr(const Call& call);
Resolved ResolveRegexpExtractAll(const Call& call);

// number.cpp
Resolved ResolveAbs(const Call& call);
Resolved ResolveSign(const Call& call);
Resolved ResolveFloor(const Call& call);
Resolved ResolveCeil(const Call& call);
Resolved ResolveRound(const Call& call);
Resolved ResolveTruncate(const Call& call);
Resolved ResolvePower(const Call& call);
Resolved ResolveLog(const Call& call);
Resolved ResolveBin(const Call& call);
Resolved ResolveHex(const Call& call);
Resolved ResolveGreatest(const Call& call);
Resolved ResolveLeast(const Call& call);
Resolved ResolvePi(const Call& call);
Resolved ResolveE(const Call& call);
Resolved ResolveSqrt(const Call& call);
Resolved ResolveExp(const Call& call);
Resolved ResolveLn(const Call& call);
Resolved ResolveLog10(const Call& call);
Resolved ResolveLog2(const Call& call);
Resolved ResolveSin(const Call& call);
Resolved ResolveCos(const Call& call);
Resolved ResolveTan(const Call& call);
Resolved ResolveCot(const Call& call);
Resolved ResolveAsin(const Call& call);
Resolved ResolveAcos(const Call& call);
Resolved ResolveAtan(const Call& call);
Resolved ResolveAtan2(const Call& call);
Resolved ResolveSinh(const Call& call);
Resolved ResolveCosh(const Call& call);
Resolved ResolveTanh(const Call& call);
Resolved ResolveDegrees(const Call& call);
Resolved ResolveRadians(const Call& call);

// random.cpp
Resolved ResolveRand(const Call& call);
Resolved ResolveRandInteger(const Call& call);
Resolved ResolveUuid(const Call& call);

// time_units.cpp
Resolved ResolveExtract(const Call& call);
Resolved ResolveYear(const Call& call);
Resolved ResolveQuarter(const Call& call);
Resolved ResolveMonth(const Call& call);
Resolved ResolveWeek(const Call& call);
Resolved ResolveDayOfYear(const Call& call);
Resolved ResolveDayOfMonth(const Call& call);
Resolved ResolveDayOfWeek(const Call& call);
Resolved ResolveHour(const Call& call);
Resolved ResolveMinute(const Call& call);
Resolved ResolveSecond(const Call& call);
Resolved ResolveTimestampDiff(const Call& call);
Resolved ResolveTimestampAdd(const Call& call);
Resolved ResolveTimestampMinus(const Call& call);
Resolved ResolveOverlaps(const Call& call);

// time_text.cpp
Resolved ResolveDateFormat(const Call& call);
Resolved ResolveToTimestamp(const Call& call);
Resolved ResolveToDate(const Call& call);
Resolved ResolveToTimestampLtz(const Call& call);
Resolved ResolveFromUnixtime(const Call& call);
Resolved ResolveUnixTimestamp(const Call& call);
Resolved ResolveConvertTz(const Call& call);

// collection.cpp
Resolved ResolveArrayContains(const Call& call);
Resolved ResolveArrayPosition(const Call& call);
Resolved ResolveArrayDistinct(const Call& call);
Resolved ResolveArrayRemove(const Call& call);
Resolved ResolveArrayReverse(const Call& call);
Resolved ResolveArraySlice(const Call& call);
Resolved ResolveArrayUnion(const Call& call);
Resolved ResolveArrayExcept(const Call& call);
Resolved ResolveArrayIntersect(const Call& call);
Resolved ResolveArrayConcat(const Call& call);
Resolved ResolveArrayAppend(const Call& call);
Resolved ResolveArrayPrepend(const Call& call);
Resolved ResolveArrayMax(const Call& call);
Resolved ResolveArrayMin(const Call& call);
Resolved ResolveArrayJoin(const Call& call);
Resolved ResolveArraySort(const Call& call);
Resolved ResolveElement(const Call& call);
Resolved ResolveMapKeys(const Call& call);
Resolved ResolveMapValues(const Call& call);
Resolved ResolveMapEntries(const Call& call);
Resolved ResolveMapFromArrays(const Call& call);
Resolved ResolveMapUnion(const Call& call);

// digest_calls.cpp
Resolved ResolveMd5(const Call& call);
Resolved ResolveSha1(const Call& call);
Resolved ResolveSha224(const Call& call);
Resolved ResolveSha256(const Call& call);
Resolved ResolveSha384(const Call& call);
Resolved ResolveSha512(const Call& call);
Resolved ResolveSha2(const Call& call);

// encoding.cpp
Resolved ResolveToBase64(const Call& call);
Resolved ResolveFromBase64(const Call& call);
Resolved ResolveUnhex(const Call& call);
Resolved ResolveEncode(const Call& call);
Resolved ResolveDecode(const Call& call);

// url.cpp
Resolved ResolveUrlEncode(const Call& call);
Resolved ResolveUrlDecode(const Call& call);
Resolved ResolveParseUrl(const Call& call);

// printf.cpp
Resolved ResolvePrintf(const Call& call);

// json.cpp
Resolved ResolveJsonValue(const Call& call);
Resolved ResolveJsonQuery(const Call& call);
Resolved ResolveJsonExists(const Call& call);
Resolved ResolveIsJson(const Call& call);
Resolved ResolveJsonString(const Call& call);
Resolved ResolveJsonQuote(const Call& call);
Resolved ResolveJsonUnquote(const Call& call);
Resolved ResolveJsonObject(const Call& call);
Resolved ResolveJson(const Call& call);
Resolved ResolveJsonPart(const Call& call);
Resolved ResolveJsonEnclose(const Call& call);
Resolved ResolveJsonArray(const Call& call);

// ResolveFloor and ResolveCeil of a number, with the zone that those of a time need.
Resolved ResolveFloorNumber(const Call& call);
Resolved ResolveCeilNumber(const Call& call);

}  // namespace tarn::function
