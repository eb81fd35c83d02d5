import {
  cadValueFields,
  cadValueText,
  cadValueTitle,
  CadValueEdit,
  CadValueInput,
  countCadValueUses,
  createCadValue,
  isForCallers,
  isOptional,
  orderCadValues,
  resetCadValues,
  retireCadValue,
  updateCadValue,
  UNIT_CLASS,
  UNIT_TYPE,
  UnitNeed,
  withReferences,
  type CadValue,
  type CadValueContent,
  type CadValueField,
  type CadValueKind,
} from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { keepCadValues, reloadCadValues, valuesOf as valuesOfKind } from './cad-values-store.ts'

export type Content = CadValueContent

const contentOf = ({ content }: Pick<CadValue, 'content'>): Content => ({ ...content })
export const titleOf = ({ content }: Pick<CadValue, 'content'>): string => cadValueTitle(content)

const titlesOf = (values: readonly CadValue[], kind: string) =>
  values.filter((value) => value.kind === kind).map((value) => ({ value: value.key ?? String(value.valueId), label: titleOf(value) }))

/** The values and departments that a property may refer to. */
export type Known = { readonly values: readonly CadValue[]; readonly departments: readonly Choice[] }
type Choice = { readonly value: number; readonly label: string }
const NOTHING: Known = { values: [], departments: [] }

/** Numbers open no call of a type that only dispatch uses, and nobody sends a dispatcher or a civilian to a call. */
function isOffered({ kind, key, content }: CadValue): boolean {
  if (kind === 'call-type') return isForCallers({ key: key ?? '' })
  return kind !== 'unit-type' || (content.class !== UNIT_CLASS.Other && content.countsAs !== UNIT_TYPE.Dispatcher)
}

/** The values in use of the kind that a property refers to, and those that it has though they are retired. */
const choicesOf = (of: CadValueKind | 'department', chosen: unknown, { values, departments }: Known): readonly Choice[] => {
  if (of === 'department') return departments
  const has = (valueId: number) => [chosen].flat().includes(valueId)
  return valuesOfKind(values, of)
    .filter((value) => (!value.isRetired && isOffered(value)) || has(value.valueId))
    .map((value) => ({ value: value.valueId, label: titleOf(value) }))
}

/** The values that a property refers to, with their counts or without. */
const idsIn = (given: unknown): unknown =>
  z
    .array(UnitNeed)
    .safeParse(given)
    .data?.map(({ typeId }) => typeId) ?? given

/** A field as the form asks for it now: a reference is a choice among the values of the kind that is chosen. */
export function fieldNow(field: CadValueField, content: Content, name: string, known: Known = NOTHING): CadValueField {
  if (field.input === 'references' || field.input === 'counts')
    return withReferences(field, (of) => choicesOf(of, idsIn(content[name]), known))
  if (field.input !== 'reference') return field
  const { values } = known
  const choices = titlesOf(values, String(content[field.by]))
  const { label, help, max } = field
  if (choices.length === 0) return { label, ...(help !== undefined && { help }), input: 'text', max }
  return { label, input: 'choice', choices: [{ value: '', label: 'Choose…' }, ...choices] }
}

/** A property in the list: a reference by the title of its value. */
export function listedText(field: CadValueField, content: Content, name: string, known: Known): string {
  const text = cadValueText(fieldNow(field, content, name, known), content[name])
  if (field.input === 'references' || field.input === 'choices') return text || (field.none ?? '')
  if (field.input === 'number') return `${text} ${field.unit}`
  return text.split(field.input === 'choice' ? ',' : '\n')[0] ?? ''
}

/** The content that the form begins with. */
export function draftOf(kind: CadValueKind, value: CadValue | null): Content {
  if (value) return contentOf(value)
  return Object.fromEntries(
    cadValueFields(kind).map(([name, field]): [string, unknown] => {
      if (field.input === 'references' && field.isOne) return [name, null]
      if (field.input === 'text' || field.input === 'reference') return [name, '']
      if (field.input === 'number') return [name, field.min === 0 ? 0 : null]
      if (field.input === 'choices' || field.input === 'references' || field.input === 'counts') return [name, []]
      // The first class and the first type fit each other.
      const first = isOptional(kind, name) || kind === 'unit-type' ? 0 : -1
      return [name, field.choices.at(first)?.value ?? '']
    }),
  )
}

/** The values that have every word in what they say. */
export function searchValues(values: readonly CadValue[], typed: string): readonly CadValue[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean)
  const textOf = (value: CadValue) => {
    const content = contentOf(value)
    return cadValueFields(value.kind)
      .map(([name, field]) => cadValueText(field, content[name]))
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

/** How many records have each value of a kind. */
export const usesQuery = (kind: CadValueKind) =>
  queryOptions({
    queryKey: ['cad-value-uses', kind],
    queryFn: async ({ signal }) => {
      const counted = await call(countCadValueUses, { query: { kind }, quiet: true, signal })
      return new Map(counted.map(({ valueId, uses }) => [valueId, uses]))
    },
    staleTime: 60_000,
    meta: { handled: true },
  })
