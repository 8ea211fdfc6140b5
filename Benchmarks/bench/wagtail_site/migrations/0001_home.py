from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wagtailcore", "0094_alter_page_locale")]
    operations = [
        migrations.CreateModel(
            "HomePage",
            fields=[
                (
                    "page_ptr",
                    models.OneToOneField(
                        "wagtailcore.Page", models.CASCADE, auto_created=True, parent_link=True, primary_key=True, serialize=False
                    ),
                ),
                # The database schema does not depend on the blocks.
                ("body", models.TextField()),
            ],
            bases=("wagtailcore.page",),
        )
    ]
