"""A minimal Wagtail site that serves a page of sections through API v2."""
