"""Write race.pptx: a rectangle, a table and a text box, marked to be filled."""

from __future__ import annotations

from pptx import Presentation
from pptx.util import Inches

deck = Presentation()
deck.slide_width, deck.slide_height = Inches(13.333), Inches(7.5)
box = (Inches(1), Inches(0.5), Inches(11.333), Inches(6.375))
figure, table, value = (deck.slides.add_slide(deck.slide_layouts[6]).shapes for _ in range(3))

figure.add_shape(1, *box).name = "tallysheet: DL01.6.4-F2 style=slide"
table.add_table(2, 5, *box).name = "tallysheet: L4-09-branch"
text = value.add_textbox(*box)
text.name = "tallysheet: dl01_6_4/race.last_loss"
text.text_frame.text = "the last loss"

deck.save("race.pptx")
