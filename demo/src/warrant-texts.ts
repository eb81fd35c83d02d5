import type { WarrantType } from '@tenfour/contract'

export const AFFIDAVITS: Readonly<Record<WarrantType, readonly string[]>> = {
  arrest: [
    'I was sent to a robbery at the bank and took statements from two tellers. Both picked the suspect from a line-up of six.\n\nThe camera over the counter shows the same jacket and the same limp. The car that left was found two streets away; the prints on the wheel are the suspect’s.\n\nThe suspect has not been at the address on record since.',
    'The victim knows the suspect and named them at once. I saw the injuries myself, and the medic’s findings agree with what I was told.\n\nTwo neighbours heard the threat. One of them wrote down the plate of the car.',
    'I stopped the suspect’s vehicle on Route 68. The suspect drove off while I was walking up to it, and hit a patrol car on the way. My camera was running.',
  ],
  search: [
    'A source who has been right three times before saw the goods in the garage on Sunday.\n\nI watched the place for two evenings. Seven people came, stayed for under five minutes each, and left with something in hand.',
    'The tyre marks at the scene fit this vehicle, and its right mirror is missing: we have a right mirror. The owner says it was parked all night. A neighbour says it was not.',
  ],
  bench: [
    'The defendant was told in person to appear in this court on Monday at 20:00 and signed for it. They did not appear, did not call, and their phone is off.',
    'The fine was due a month ago. The defendant was written to twice and answered neither letter.',
  ],
}
export const SEARCHED_FOR = [
  'Narcotics, scales, packaging, and records of sales',
  'Firearms and ammunition; clothes with gunshot residue',
  'Cash, dyed notes, and the bag from the robbery',
  'The right wing mirror, paint, and anything with the victim’s blood',
]
export const RETURN_REMARKS = [
  'Name the second count and who saw it.',
  'When did the source see it? A month ago is too old.',
  'The address is missing its unit number.',
]
export const DENIALS = [
  'Nothing here ties the person to the place but a rumour.',
  'The offence does not carry jail. Write a citation.',
  'This was decided last week, and nothing new is in it.',
]
export const RECALLS = ['The person turned themselves in at Mission Row.', 'The victim has withdrawn the statement.']
export const RETURNS = [
  'Stopped on Elgin Avenue, gave no trouble, and was taken to Mission Row.',
  'Found at home. One pistol on the kitchen table, secured as evidence.',
  'Nobody in. Four bags of white powder, a scale and $8,140 in cash taken; a copy of the warrant left on the table.',
]
