-- What a page's list of blocks needs of each version, apart from its content: reading a page of many blocks must not read
-- all of that.
CREATE INDEX block_versions_entry ON block_versions (id, show_type, bytes);
