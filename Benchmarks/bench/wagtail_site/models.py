"""A page of sections in Wagtail's usual model: a StreamField whose blocks have the fields of our sections."""

from wagtail import blocks
from wagtail.api import APIField
from wagtail.fields import StreamField
from wagtail.models import Page


class Text(blocks.StructBlock):
    id = blocks.IntegerBlock()
    text = blocks.TextBlock()


class SubTitle(blocks.StructBlock):
    title = blocks.CharBlock()


class Element(blocks.StructBlock):
    rcmdShowType = blocks.CharBlock()
    subTitle = SubTitle()


class Content(blocks.StructBlock):
    list = blocks.ListBlock(Text())


class Section(blocks.StructBlock):
    blockCode = blocks.CharBlock()
    showType = blocks.CharBlock()
    blockDemote = blocks.BooleanBlock(required=False)
    blockStyle = blocks.IntegerBlock()
    canClose = blocks.BooleanBlock(required=False)
    canFeedback = blocks.BooleanBlock(required=False)
    dislikeShowType = blocks.IntegerBlock()
    sort = blocks.IntegerBlock()
    uiElement = Element()
    extInfo = Content()


class HomePage(Page):
    body = StreamField([("section", Section())])
    api_fields = [APIField("body")]
