import { ActionIcon, Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { CALL_SIGN_TOKENS, CallSignPatternsInput, patternFits, type CallSignPatterns, type UnitType } from '@tenfour/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState, type SyntheticEvent } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { schemaErrors } from '../../../ui/form-errors.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { ranksQuery, templateExample, templateWarning } from '../departments/departments.port.ts'
import { giveMissing, savePatterns } from './call-signs.queries.ts'
import { TYPE_OPTIONS, typeOf } from './pattern-words.ts'

type Line = CallSignPatternsInput['patterns'][number] & { readonly key: number }
type Draft = {
  readonly template: string
  readonly lines: readonly Line[]
  /** The version that was changed; after a conflict, the one that is shown then. */
  readonly version: number | null
}
let lastKey = 0
const lineOf = ({ rankId, unitType, pattern }: Omit<Line, 'key'>): Line => ({ key: (lastKey += 1), rankId, unitType, pattern })
const TOKENS = Object.entries(CALL_SIGN_TOKENS)

/** The patterns of a department with a live example of each. Saved over somebody else's change, it says so and keeps what was typed. */
export function PatternsCard({ patterns: saved }: { patterns: CallSignPatterns }) {
  const { departmentId, department, version, without } = saved
  const [draft, setDraft] = useState<Draft | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const fromSaved = useMemo(() => saved.patterns.map(lineOf), [saved.patterns])
  const { template, lines } = draft ?? { template: saved.callSignTemplate, lines: fromSaved }
  const ranks = useQuery(ranksQuery(departmentId, true))
  const rankOptions = [
    { value: '', label: 'Every rank' },
    ...(
      ranks.data ?? saved.patterns.flatMap(({ rankId, rankName }) => (rankId === null ? [] : [{ rankId, rankName: rankName ?? '' }]))
    ).map(({ rankId, rankName }) => ({ value: String(rankId), label: rankName })),
  ]
  const change = (next: { template?: string; lines?: readonly Line[] }) => {
    setDraft({ template, lines, version: draft?.version ?? version, ...next })
    setErrors({})
  }
  const put = (key: number, next: Partial<Line>) => change({ lines: lines.map((line) => (line.key === key ? { ...line, ...next } : line)) })
  const save = useMutation({
    mutationFn: (input: CallSignPatternsInput) => savePatterns(departmentId, { ...input, version: draft?.version ?? version }),
    onSuccess: () => {
      notify.success(`The patterns of ${department} are saved`)
      setDraft(null)
    },
    onError: (error) => {
      const info = errorInfo(error)
      if (error instanceof ApiError && error.code === 'conflict') {
        setDraft((kept) => kept && { ...kept, version: null })
        return setFailure({ message: `${info.message}. Your patterns are still here: save again to replace the others.` })
      }
      if (info.field === undefined) setFailure(info)
      else setErrors({ [info.field]: info.message })
    },
    meta: { handled: true },
  })
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    setFailure(null)
    const input = { callSignTemplate: template, patterns: lines.map(({ rankId, unitType, pattern }) => ({ rankId, unitType, pattern })) }
    const found = schemaErrors(CallSignPatternsInput, input)
    setErrors(found)
    const form = event.currentTarget
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    const parsed = CallSignPatternsInput.safeParse(input)
    if (parsed.success) save.mutate(parsed.data)
  }
  const give = useMutation({
    mutationFn: () => giveMissing(departmentId),
    // The button that was pressed is gone.
    onSettled: () => requestAnimationFrame(() => addButton()?.focus()),
    onSuccess: ({ given, left }) =>
      notify.success(
        `${given} ${given === 1 ? 'member has' : 'members have'} a call sign now${left > 0 ? `, ${left} found no number left` : ''}`,
      ),
  })
  return (
    <Card
      title="Patterns"
      aside="# is a digit"
      link={
        without > 0 && draft === null ? (
          <Button size="xs" variant="default" loading={give.isPending} onClick={() => give.mutate()}>
            Give {without} {without === 1 ? 'member' : 'members'} a call sign
          </Button>
        ) : undefined
      }
    >
      <Stack as="form" gap={12} noValidate aria-label="Patterns" onSubmit={submit}>
        <FormError error={failure} />
        <Text c="dimmed" size="sm">
          {TOKENS.map(([word, meaning], index) => (
            <span key={word}>
              {index > 0 && ' · '}
              <span className="mono">{`{${word}}`}</span> {meaning}
            </span>
          ))}
          . A new pattern changes no call sign that was handed out.
        </Text>
        <PatternField
          label={`Everybody in ${department}`}
          value={template}
          department={department}
          onChange={(next) => change({ template: next })}
          error={errors['callSignTemplate']}
        />
        {lines.map((line, index) => (
          <Row key={line.key} align="start" gap="8px 10px" as="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
            <legend className="visually-hidden">Pattern {index + 1}</legend>
            <NativeSelect
              aria-label="Rank"
              data={rankOptions}
              value={String(line.rankId ?? '')}
              onChange={({ currentTarget: { value } }) => put(line.key, { rankId: value === '' ? null : Number(value) })}
            />
            <NativeSelect
              aria-label="Unit type"
              data={TYPE_OPTIONS}
              value={String(line.unitType ?? '')}
              onChange={({ currentTarget: { value } }) => put(line.key, { unitType: typeOf(value) })}
            />
            <PatternField
              ariaLabel="Pattern"
              value={line.pattern}
              department={department}
              type={line.unitType ?? 1}
              onChange={(pattern) => put(line.key, { pattern })}
              error={errors[`patterns.${index}.pattern`]}
            />
            <ActionIcon
              variant="default"
              size={34}
              aria-label={`Remove pattern ${index + 1}`}
              onClick={() => {
                change({ lines: lines.filter(({ key }) => key !== line.key) })
                addButton()?.focus()
              }}
            >
              <IconTrash size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          </Row>
        ))}
        {errors['patterns'] && (
          <Text c="var(--danger-text)" size="sm" role="alert">
            {errors['patterns']}
          </Text>
        )}
        <Row justify="space-between">
          <Button
            id={ADD}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => change({ lines: [...lines, lineOf({ rankId: null, unitType: null, pattern: '' })] })}
          >
            Add a pattern for a rank or unit type
          </Button>
          <Button type="submit" size="xs" loading={save.isPending}>
            Save patterns
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}

const ADD = 'add-call-sign-pattern'
const addButton = () => document.getElementById(ADD)

type PatternFieldProps = {
  label?: string
  ariaLabel?: string
  value: string
  department: string
  type?: UnitType
  onChange: (pattern: string) => void
  error: string | undefined
}

function PatternField({ label, ariaLabel, value, department, type = 1, onChange, error }: PatternFieldProps) {
  return (
    <TextInput
      label={label}
      aria-label={ariaLabel}
      description={previewOf(value, department, type)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="#L##"
      maxLength={40}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: 'mono' }}
      style={{ flex: label === undefined ? '1 1 220px' : undefined, maxWidth: 420 }}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  )
}

/** An example of the pattern while it is typed, or what is wrong with it. */
function previewOf(pattern: string, department: string, type: UnitType): string {
  if (pattern.trim() === '') return 'Hands out no call signs: members choose any'
  if (!patternFits(pattern.trim(), department)) return 'Call signs would have more than 16 characters'
  return templateWarning(pattern) ?? `For example ${templateExample(pattern, department, type)}`
}
