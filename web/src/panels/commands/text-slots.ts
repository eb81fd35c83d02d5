import type { Slot } from './command.ts'

const plainText = (name: string, hint: string): Slot<string> => ({
  name,
  hint,
  span: 'rest',
  read: ([typed = '']) => ({ value: typed, certainty: 'whole' }),
  suggest: () => [],
})

/** An optional text. */
export const optionalText = (name: string, hint: string): Slot<string> => ({
  ...plainText(name, hint),
  omitted: (_, next) => (next === undefined ? { value: '' } : undefined),
})

export const textSlot = plainText('text', 'what to write')
export const messageSlot = optionalText('message', 'a message')
