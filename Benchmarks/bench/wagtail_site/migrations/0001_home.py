from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wagtailcore", "0094_alter_page_locale")]
    operations = [
        migrations.CreateModel(
            "HomePage",
            fields=[
                ("page_ptr", models.OneToOneField(
                    "wagtailcore.Page", models.CASCADE, auto_created=True, parent_link=True, primary_key=True,
                    serialize=False)),
                # The blocks are no matter of the database.
                ("body", models.TextField()),
            ],
            bases=("wagtailcore.page",),
        )
    ]
