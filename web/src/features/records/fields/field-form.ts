import { FieldInput, type Field, type FieldOf } from '@tenfour/contract'
import { z } from 'zod'
import { firstAudience } from './field.labels.ts'

const Option = FieldInput.shape.options.unwrap().out.element
const given = (options: readonly string[]): string[] => options.map((option) => option.trim()).filter((option) => option !== '')

/** The dialog of a field, where a blank line among the options is ignored. The portal refuses a choice without options, and an option twice. */
export const FieldForm = FieldInput.extend({ options: z.array(z.string()) })
  .superRefine(({ type, options }, context) => {
    if (type !== 'choice') return
    const refuse = (index: number, message: string) => context.addIssue({ code: 'custom', path: ['options', index], message })
    if (given(options).length === 0) refuse(0, 'Enter at least one option')
    const keys = options.map((option) => option.trim().toLowerCase())
    keys.forEach((key, index) => {
      if (key === '') return
      if (keys.indexOf(key) !== index) refuse(index, 'This option is there already')
      const { error } = Option.safeParse(options[index])
      if (error) refuse(index, error.issues[0]?.message ?? '')
    })
  })
  .transform((input) => ({ ...input, options: input.type === 'choice' ? given(input.options) : [] }))
export type FieldFormDraft = z.input<typeof FieldForm>

export const draftOfField = ({ of, type, name, help, options, isRequired, audience }: Field): FieldFormDraft => ({
  of,
  type,
  name,
  help,
  options: options.length > 0 ? options : [''],
  isRequired,
  audience,
})

export const newField = (of: FieldOf): FieldFormDraft => ({
  of,
  type: 'text',
  name: '',
  help: '',
  options: [''],
  isRequired: false,
  audience: firstAudience(of),
})
