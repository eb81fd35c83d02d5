import { Button, Switch, TextInput } from '@mantine/core'
import { quotasSwitch, savePatrolRules, type PatrolRules, type QuotaPeriod } from '@tenfour/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { useIsOn } from '../../../platform/features/features.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { QuotaForm, quotaFormOf, quotaInput } from './quota-hours.ts'
import { Columns, Row, Stack } from '../../../ui/layout.tsx'
import { refreshRules } from './quotas.queries.ts'

type DepartmentQuotasProps = {
  rules: PatrolRules
  period: QuotaPeriod
  /** Called with the number of unsaved changes. */
  onChanges: (changes: number) => void
}

/** One department's form. After a conflict the typed values stay, and nothing is saved until one of the two versions is chosen. */
export function DepartmentQuotas({ rules, period, onChanges }: DepartmentQuotasProps) {
  const { departmentId, departmentName } = rules
  const initial = quotaFormOf(rules)
  const areQuotasOn = useIsOn(quotasSwitch)
  const subject = areQuotasOn ? 'quotas' : 'patrol rules'
  const form = useZodForm(QuotaForm, initial)
  // The version that was read into the form; another one meanwhile is a conflict.
  const [version, setVersion] = useState(rules.version)
  const isDirty = form.isDirty()
  const changes = ['hours', 'needsPresence', ...rules.ranks.map((_, index) => `ranks.${index}.hours`)].filter((field) =>
    form.isDirty(field),
  )
  const tellChanges = useEffectEvent(onChanges)
  useEffect(() => {
    if (changes.length === 0) return
    tellChanges(changes.length)
    return () => tellChanges(0)
  }, [changes.length])
  const hours = useRef<HTMLInputElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const reset = (next: PatrolRules) => {
    form.setInitialValues(quotaFormOf(next))
    form.setValues(quotaFormOf(next))
    form.clearErrors()
    form.setFailure(null)
    setVersion(next.version)
  }
  if (rules.version !== version && !isDirty && !form.submitting) reset(rules)
  const save = form.submit(async (values) => {
    try {
      const saved = await call(savePatrolRules, { params: { departmentId }, body: quotaInput(values, version) })
      notify.success(`The ${subject} of ${departmentName} are saved`)
      reset(saved)
      await refreshRules()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') await refreshRules().catch(reportError)
      throw error
    }
  })
  const isStale = rules.version !== version && isDirty
  // The buttons below disappear when they are pressed, so the focus is moved.
  const start = () => {
    reset(rules)
    ;(hours.current ?? saveButton.current)?.focus()
  }
  const keep = () => {
    setVersion(rules.version)
    form.setFailure(null)
    saveButton.current?.focus()
  }
  const own = form.getValues().hours.trim()
  return (
    <Card title={departmentName}>
      <Stack as="form" noValidate onSubmit={save} aria-label={departmentName}>
        {isStale ? (
          <Row className="box" data-tone="warning" role="alert">
            <p className="flush" style={{ flex: '1 1 100%' }}>
              Someone else has changed the {subject} of {departmentName} in the meantime. Yours are not saved. Use theirs and lose what you
              typed, or keep yours and save again to replace theirs.
            </p>
            <Button size="compact-sm" variant="default" onClick={start}>
              Use theirs
            </Button>
            <Button size="compact-sm" variant="default" onClick={keep}>
              Keep mine
            </Button>
          </Row>
        ) : (
          <FormError error={form.failure} />
        )}
        <Row align="start" gap="16px 32px">
          {areQuotasOn && (
            <TextInput
              label={`Hours each ${period}`}
              description="Empty for no quota"
              placeholder="none"
              w={180}
              ref={hours}
              inputMode="decimal"
              {...form.getInputProps('hours')}
            />
          )}
          <Switch
            label="Must be in the game while on duty"
            description="Time on duty without being in the game is flagged"
            {...form.getInputProps('needsPresence', { type: 'checkbox' })}
          />
        </Row>
        {areQuotasOn && rules.ranks.length > 0 && (
          <Columns as="fieldset" of="repeat(auto-fill, minmax(150px, 1fr))" gap="12px 16px">
            <legend className="muted small" style={{ padding: 0, marginBottom: 6 }}>
              Ranks with hours of their own
            </legend>
            {rules.ranks.map(({ rankId, rankName }, index) => (
              <TextInput
                key={rankId}
                label={rankName}
                placeholder={own === '' ? 'none' : own}
                inputMode="decimal"
                {...form.getInputProps(`ranks.${index}.hours`)}
              />
            ))}
          </Columns>
        )}
        <Row>
          {/* Not disabled while it saves: it would lose the focus. The form ignores a second press. */}
          <Button
            ref={saveButton}
            type="submit"
            size="sm"
            variant={isDirty ? 'filled' : 'default'}
            aria-busy={form.submitting || undefined}
            aria-disabled={form.submitting || undefined}
          >
            Save
          </Button>
          {isDirty && (
            <Button size="sm" variant="subtle" onClick={start}>
              Discard
            </Button>
          )}
        </Row>
      </Stack>
    </Card>
  )
}
