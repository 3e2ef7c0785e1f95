# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The sealring authors
# Checker and coverage of the FIFO: the stimulus first, then the cycles the simulator printed. Every word that comes out is
# compared with the words that went in while there was room.
BEGIN { seen = 0; compared = 0; wrong = 0 }
FNR == NR { queue[asked++] = $1; next }
$1 == "end" { ended = 1 }
$1 == "cycle" {
  level = $3
  if (level == 0) bin["empty"]++
  if (level == 1) bin["one"]++
  if (level == 4) bin["half"]++
  if (level == 7) bin["almost_full"]++
  if (level == 8) bin["full"]++
  if ($5 == 1 && $7 == 1) bin["overflow"]++
  if ($9 == 1) {
    want = hex(queue[seen])
    compared++
    if ($11 + 0 != want) wrong++
    data = data (seen ? ", " : "") $11
    seen++
  }
}
END {
  if (!ended) exit 1
  room = asked < 8 ? asked : 8
  if (seen != room) wrong++
  if (what == "trace") {
    printf "{\"schema\": \"sealring.trace/1\", \"execution\": \"%s\", \"data\": [%s]}\n", execution, data
  } else if (what == "scoreboard") {
    printf "{\"schema\": \"sealring.scoreboard/1\", \"checker\": \"check.awk\", \"execution\": \"%s\", ", execution
    printf "\"trace_sha256\": \"%s\", \"comparisons\": %d, \"mismatches\": %d, \"errors\": 0}\n", trace, compared, wrong
  } else {
    printf "{\"schema\": \"sealring.coverage/1\", \"execution\": \"%s\", \"trace_sha256\": \"%s\", \"bins\": {", execution, trace
    n = split("empty one half almost_full full overflow", names, " ")
    for (i = 1; i <= n; i++) printf "%s\"%s\": %d", (i > 1 ? ", " : ""), names[i], bin[names[i]]
    print "}}"
  }
}
function hex(text,   i, value) {
  value = 0
  for (i = 1; i <= length(text); i++) value = value * 16 + index("0123456789abcdef", tolower(substr(text, i, 1))) - 1
  return value
}
