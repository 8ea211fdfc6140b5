"""The path of the record in Kinto, which the harness and Kinto's processes use."""

RECORD = "/v1/buckets/bench/collections/pages/records/home"
