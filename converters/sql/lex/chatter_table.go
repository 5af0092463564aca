package lex

// chatter is how the lines begin that programs write into dumps, in lower
// case: mysqldump, phpMyAdmin, pg_dump, Management Studio, and others.
var chatter = [...]string{
	"dumping data for table", "table structure for", "dumping structure for", "dumping routines for", "dumping events for",
	"data for name:", "name: ", "type: ", "indexes for", "auto_increment for", "constraints for", "records of ", "structure for ",
	"temporary view structure", "temporary table structure", "final view structure", "dump completed", "mysql dump", "mariadb dump",
	"postgresql database dump", "dumped from database", "dumped by pg_dump", "phpmyadmin sql dump", "host:", "server version",
	"create tables", "populate tables", "current database:", "database: `", "object:  table", "object: table", "toc entry", "dependencies:",
}
