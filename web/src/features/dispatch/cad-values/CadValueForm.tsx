import { Button, Checkbox, Input, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import {
  cadValueFields,
  cadValueKind,
  isOptional,
  UnitNeed,
  whyNeeded,
  type CadValue,
  type CadValueField,
  type CadValueKind,
} from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, type ReactNode } from 'react'
import { z } from 'zod'
import { counted } from '../../../platform/format/text.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { BlockedButton } from '../../../ui/BlockedButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { Columns, Row, Stack } from '../../../ui/layout.tsx'
import { useCurrentValues } from '../../../ui/use-current-values.tsx'
import { draftOf, fieldNow, saveCadValue, setRetired, titleOf, type Content } from './cad-values.form.ts'
import { CadValuePreview } from './CadValuePreview.tsx'
import { useKnown } from './use-known.ts'

type CadValueFormProps = {
  kind: CadValueKind
  value: CadValue | null
  /** How many records have it; undefined while that is not known. */
  uses: number | undefined
  hasRoom: boolean
  onSaved: () => void
  onClose: () => void
}

/** Adds a value, one after the other, or changes one. */
export function CadValueForm({ kind, value, uses, hasRoom, onSaved, onClose }: CadValueFormProps) {
  const { one, content, usedBy } = cadValueKind(kind)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const form = useZodForm(content, draftOf(kind, value))
  const { base, notice } = useCurrentValues(value, (current) => {
    form.setInitialValues(draftOf(kind, current))
    form.reset()
  })
  const save = async (input: Content) => {
    const saved = await saveCadValue(kind, input, base)
    notify.success(`${titleOf(saved)} has been ${base ? 'saved' : 'added'}`)
    onSaved()
  }
  const given = form.getValues()
  const known = useKnown()
  return (
    <Stack as="form" gap={14} noValidate ref={element} onSubmit={form.submit(save)}>
      {notice}
      <FormError error={form.failure} />
      {cadValueFields(kind).map(([name, field], at) => (
        <ValueInput
          key={name}
          field={fieldNow(field, given, name, known)}
          isOptional={isOptional(kind, name)}
          isFirst={at === 0}
          isReadOnly={base?.isRetired ?? false}
          value={given[name]}
          error={form.errors[name]}
          onChange={(next) => {
            form.setFieldValue(name, next)
            // A reference is to a value of the kind that was chosen before.
            for (const [other, { input, ...rest }] of cadValueFields(kind)) {
              if (input === 'reference' && 'by' in rest && rest.by === name) form.setFieldValue(other, '')
            }
          }}
        />
      ))}
      <CadValuePreview kind={kind} content={given} />
      {base && usedBy && uses !== undefined && <span className="muted">Used by {counted(uses, usedBy.one, usedBy.many)}</span>}
      <Row>
        {base && <RetireButton value={base} hasRoom={hasRoom} onDone={onClose} />}
        <span style={{ flex: 1 }} />
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {!base?.isRetired && (
          <Button type="submit" loading={form.submitting}>
            {base ? 'Save' : `Add ${one.toLowerCase()}`}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

type ValueInputProps = {
  field: CadValueField
  isOptional: boolean
  isFirst: boolean
  isReadOnly: boolean
  value: unknown
  error: ReactNode
  onChange: (value: unknown) => void
}

function ValueInput({ field, isOptional: mayBeEmpty, isFirst, isReadOnly, value, error, onChange }: ValueInputProps) {
  const { label, help } = field
  const shared = { label, description: help, error, disabled: isReadOnly, ...(isFirst && { 'data-autofocus': true }) }
  if (field.input === 'text' && field.isLong) {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={field.max}
        value={String(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  if (field.input === 'text' || field.input === 'reference') {
    return (
      <TextInput
        {...shared}
        withAsterisk={!mayBeEmpty}
        autoComplete="off"
        maxLength={field.max}
        classNames={field.input === 'text' && field.isCode ? { input: 'mono' } : {}}
        value={String(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  if (field.input === 'references') return null
  if (field.input === 'number') {
    return (
      <NumberInput
        {...shared}
        withAsterisk
        suffix={` ${field.unit}`}
        min={field.min}
        max={field.max}
        allowDecimal={false}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      />
    )
  }
  if (field.input === 'counts') {
    const needs = z.array(UnitNeed).safeParse(value).data ?? []
    const setCount = (typeId: number, count: number) =>
      onChange([...needs.filter((need) => need.typeId !== typeId), ...(count > 0 ? [{ typeId, count }] : [])])
    return (
      <Input.Wrapper labelElement="div" {...{ label, description: help, error }}>
        <Columns of="minmax(0, 1fr) 84px" gap="6px 10px" align="center">
          {field.choices?.map(({ value: typeId, label: name }) => (
            <Fragment key={name}>
              <span className="truncated">{name}</span>
              <NumberInput
                size="xs"
                aria-label={`${label}: ${name}`}
                min={0}
                max={field.max}
                allowDecimal={false}
                clampBehavior="strict"
                disabled={isReadOnly}
                value={needs.find((need) => need.typeId === typeId)?.count ?? 0}
                onChange={(count) => setCount(Number(typeId), Number(count))}
              />
            </Fragment>
          ))}
        </Columns>
      </Input.Wrapper>
    )
  }
  const { choices } = field
  if (field.input === 'choice') {
    const chosen = choices.findIndex((each) => each.value === value)
    return (
      <NativeSelect
        {...shared}
        data={choices.map((each, at) => ({ value: String(at), label: each.label }))}
        value={String(chosen)}
        onChange={({ currentTarget }) => onChange(choices[Number(currentTarget.value)]?.value)}
      />
    )
  }
  const all: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <Checkbox.Group
      {...shared}
      withAsterisk={!mayBeEmpty}
      value={choices.filter((each) => all.includes(each.value)).map((each) => String(each.value))}
      onChange={(labels) => onChange(choices.filter((each) => labels.includes(String(each.value))).map((each) => each.value))}
    >
      <Row gap="8px 18px" style={{ paddingTop: 8 }}>
        {choices.map((each) => (
          <Checkbox key={String(each.value)} value={String(each.value)} label={each.label} disabled={isReadOnly} />
        ))}
      </Row>
    </Checkbox.Group>
  )
}

function RetireButton({ value, hasRoom, onDone }: { value: CadValue; hasRoom: boolean; onDone: () => void }) {
  const { isRetired } = value
  const title = titleOf(value)
  const retire = useMutation({
    mutationFn: () => setRetired(value, !isRetired),
    onSuccess: () => {
      notify.success(`${title} has been ${isRetired ? 'restored' : 'retired'}`)
      onDone()
    },
  })
  const ask = async () => {
    const body = 'It is no longer offered. Whatever has it already keeps it. You can restore it later.'
    if (isRetired || (await confirm({ title: `Retire ${title}?`, subject: title, body, confirmLabel: 'Retire', danger: true })))
      retire.mutate()
  }
  return (
    <BlockedButton
      variant="subtle"
      color={isRetired ? undefined : 'red'}
      loading={retire.isPending}
      reason={isRetired ? (hasRoom ? null : 'This list is full. Retire an entry first.') : (whyNeeded(value) ?? null)}
      onClick={() => void ask()}
    >
      {isRetired ? 'Restore' : 'Retire…'}
    </BlockedButton>
  )
}
