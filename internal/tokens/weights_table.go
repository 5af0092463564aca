package tokens

// weights are what each class costs, in units. Written by tools/tokens; never
// written to.
var weights = [256]int32{
	774,  // lower 0
	549,  // lower 1
	375,  // lower 2
	545,  // lower 3
	1013, // lower 4
	1323, // lower 5
	1093, // lower 6
	1296, // lower 7
	1471, // lower 8
	1591, // lower 9
	2145, // lower 10
	2953, // lower 11
	2394, // lower 12
	3139, // lower 13
	4080, // lower 14
	5060, // lower 15
	1094, // title 0
	1235, // title 1
	671,  // title 2
	770,  // title 3
	1127, // title 4
	845,  // title 5
	973,  // title 6
	1216, // title 7
	1458, // title 8
	1396, // title 9
	1907, // title 10
	2293, // title 11
	2303, // title 12
	2670, // title 13
	2955, // title 14
	3358, // title 15
	1024, // upper 0
	746,  // upper 1
	1082, // upper 2
	867,  // upper 3
	1625, // upper 4
	1594, // upper 5
	1176, // upper 6
	1615, // upper 7
	1884, // upper 8
	1204, // upper 9
	2109, // upper 10
	2024, // upper 11
	2027, // upper 12
	2185, // upper 13
	2044, // upper 14
	2522, // upper 15
	1024, // mixed 0
	1024, // mixed 1
	2607, // mixed 2
	2965, // mixed 3
	2503, // mixed 4
	2396, // mixed 5
	1725, // mixed 6
	1809, // mixed 7
	1931, // mixed 8
	1882, // mixed 9
	1956, // mixed 10
	1368, // mixed 11
	1992, // mixed 12
	2023, // mixed 13
	2156, // mixed 14
	2355, // mixed 15
	236,  // long 0
	678,  // long 1
	434,  // long 2
	228,  // long 3
	101,  // lead 0
	746,  // lead 1
	1330, // lead 2
	495,  // lead 3
	1068, // lead 4
	0,    // lead 5
	759,  // accent 0
	1073, // three digits 0
	861,  // space before digits 0
	663,  // indent 0
	16,   // space beyond 16 0
	1687, // newlines 0
	1947, // newlines 1
	1415, // newlines 2
	0,    // newlines 3
	0,    // newlines 4
	707,  // newlines 5
	64,   // newline beyond 4 0
	1057, // run of one mark 0
	1065, // run of one mark 1
	351,  // run of one mark 2
	33,   // run of one mark 3
	1280, // run of one mark 4
	1085, // run of one mark 5
	1096, // run of one mark 6
	893,  // run of one mark 7
	17,   // mark beyond 32 0
	705,  // different marks 0
	1005, // different marks 1
	1149, // different marks 2
	1778, // different marks 3
	1461, // different marks 4
	1236, // different marks 5
	1149, // different marks 6
	1464, // different marks 7
	256,  // mark beyond 9 0
	627,  // symbol 0
	1040, // emoji 0
	0,    // piece of script 0
	1235, // piece of script 1
	150,  // piece of script 2
	0,    // piece of script 3
	0,    // piece of script 4
	619,  // piece of script 5
	215,  // piece of script 6
	0,    // piece of script 7
	0,    // piece of script 8
	40,   // piece of script 9
	374,  // letter of script 0
	107,  // letter of script 1
	384,  // letter of script 2
	328,  // letter of script 3
	366,  // letter of script 4
	357,  // letter of script 5
	571,  // letter of script 6
	413,  // letter of script 7
	742,  // letter of script 8
	102,  // letter of script 9
}
