"""Settings without overhead for requests: no middleware, no templates, no debugging."""

import os

SECRET_KEY = "benchmark"
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "wagtail_site.urls"
WSGI_APPLICATION = "wagtail_site.wsgi.application"
INSTALLED_APPS = [
    "wagtail_site",
    "wagtail.api.v2",
    "wagtail.users",
    "wagtail.images",
    "wagtail.documents",
    "wagtail.admin",
    "wagtail",
    "modelcluster",
    "taggit",
    "rest_framework",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
]
MIDDLEWARE = []
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["WAGTAIL_DATABASE"], "CONN_MAX_AGE": None}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
STATIC_URL = "/static/"
REST_FRAMEWORK = {"DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"]}
WAGTAIL_SITE_NAME = "benchmark"
WAGTAILADMIN_BASE_URL = "http://127.0.0.1"
