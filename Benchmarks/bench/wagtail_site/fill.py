"""Creates the database and a page with the sections from standard input; prints the page's id."""

import json
import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "wagtail_site.settings"
django.setup()

from django.core.management import call_command  # noqa: E402
from wagtail.models import Page, Site  # noqa: E402
from wagtail_site.models import HomePage  # noqa: E402

call_command("migrate", verbosity=0)
sections = [{"type": "section", "value": section} for section in json.load(sys.stdin)]
page = HomePage(title="Home", slug="benchmark", body=sections)
Page.get_first_root_node().add_child(instance=page)
Site.objects.update_or_create(is_default_site=True, defaults={"hostname": "localhost", "root_page": page})
print(page.pk)
