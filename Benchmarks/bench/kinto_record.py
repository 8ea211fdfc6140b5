"""Where the record is at Kinto; the harness and Kinto's processes both need it."""

RECORD = "/v1/buckets/bench/collections/pages/records/home"
