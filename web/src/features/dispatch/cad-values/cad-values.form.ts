import {
  CAD_VALUE_KINDS,
  CadValueEdit,
  CadValueInput,
  createCadValue,
  orderCadValues,
  resetCadValues,
  retireCadValue,
  updateCadValue,
  type CadValue,
  type CadValueField,
  type CadValueKind,
} from '@tenfour/contract'
import type { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { keepCadValues, reloadCadValues } from './cad-values-store.ts'

export type Content = Record<string, unknown>
/** A kind as the page sees it, whatever its values consist of. */
type AnyKind = {
  readonly group: string
  readonly one: string
  readonly many: string
  readonly usedIn: string
  readonly unique: string
  readonly content: z.ZodType<Content, Content>
  readonly fields: Readonly<Record<string, CadValueField>>
}
const KINDS: Readonly<Record<CadValueKind, AnyKind>> = CAD_VALUE_KINDS
export const kindOf = (kind: CadValueKind): AnyKind => KINDS[kind]
export const fieldsOfKind = (kind: CadValueKind): readonly (readonly [string, CadValueField])[] => Object.entries(KINDS[kind].fields)

/** A property of a value as it is read: a choice by its label. */
export function shownAs(field: CadValueField, given: unknown): string {
  if (field.input === 'text') return typeof given === 'string' ? given : ''
  const chosen: readonly unknown[] = Array.isArray(given) ? given : [given]
  return field.choices
    .filter(({ value }) => chosen.includes(value))
    .map(({ label }) => label)
    .join(', ')
}

const contentOf = ({ content }: Pick<CadValue, 'content'>): Content => ({ ...content })
export const titleOf = ({ content }: Pick<CadValue, 'content'>): string =>
  'code' in content ? `${content.code} ${content.name}` : content.name

/** The content that the form begins with. */
export function draftOf(kind: CadValueKind, value: CadValue | null): Content {
  if (value) return contentOf(value)
  return Object.fromEntries(
    fieldsOfKind(kind).map(([name, field]) => {
      if (field.input === 'text') return [name, '']
      return [name, field.input === 'choices' ? [] : (field.choices.at(-1)?.value ?? '')]
    }),
  )
}

/** The values that have every word in what they say. */
export function searchValues(values: readonly CadValue[], typed: string): readonly CadValue[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean)
  const textOf = (value: CadValue) => {
    const content = contentOf(value)
    return fieldsOfKind(value.kind)
      .map(([name, field]) => shownAs(field, content[name]))
      .join(' ')
      .toLowerCase()
  }
  return words.length === 0 ? values : values.filter((value) => words.every((word) => textOf(value).includes(word)))
}

const kept = (value: CadValue): CadValue => {
  keepCadValues([value])
  return value
}

export async function saveCadValue(kind: CadValueKind, content: Content, value: CadValue | null): Promise<CadValue> {
  if (!value) return kept(await call(createCadValue, { body: CadValueInput.parse({ kind, ...content }) }))
  const body = CadValueEdit.parse({ kind, ...content, version: value.version })
  return kept(await call(updateCadValue, { params: { valueId: value.valueId }, body }))
}

export const setRetired = async ({ kind, valueId, version }: CadValue, isRetired: boolean): Promise<CadValue> =>
  kept(await call(retireCadValue, { params: { valueId }, body: { kind, version, isRetired } }))

export const resetKind = async (kind: CadValueKind): Promise<void> => keepCadValues(await call(resetCadValues, { body: { kind } }))

/** Shows the new order at once; if it is refused, the server's order again, and why. */
export function saveOrder(kind: CadValueKind, ordered: readonly CadValue[]): void {
  keepCadValues(ordered.map((value, index) => ({ ...value, position: index + 1 })))
  call(orderCadValues, { body: { kind, valueIds: ordered.map(({ valueId }) => valueId) } })
    .then(keepCadValues)
    .catch((error: unknown) => {
      reportError(error, 'The order was not saved')
      reloadCadValues()
    })
}
