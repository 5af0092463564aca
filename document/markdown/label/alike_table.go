package label

// alike has the letters that look like those of the labels, in lower case where
// they have one (Unicode Technical Standard 39, confusables, and digits that look
// like letters). Those that differ by width, style or marks alone are found
// by their decomposition.
var alike = map[byte]string{
	'h': "һհнηᏂᏲᕼꓧħʜ#",
	'i': "іıɩιꭵᎥꙇӏɪǀl1|!íι",
	'd': "ԁɗꮷᏧᑯꓒᗞᗪꓓꭰᎠđ",
	'e': "еҽ℮ꬲεєꭼᎬꓰⴹ3ɘэ",
	'n': "ոռпηνꓠɴŋи",
	'm': "мμꮇᎷᗰꓟɱϻʍ",
	'a': "аɑα⍺ꭺᎪᗅꓮ@4ʌ",
	'y': "уγүყɣʏυꭹᎩꮍᎽꓬყҮ",
	'b': "ьƅꮟᏏᑲᖯβвᏼᏴᗷꓐʙ68ß",
	':': "ː˸։׃܃܄ःઃ᛬᠃᠉⁚∶ꓽ꞉;؛︓",
}
