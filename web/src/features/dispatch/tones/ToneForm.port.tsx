import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { ToneInput, UNIT_CLASS } from '@tenfour/contract'
import type { z } from 'zod'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { selectedCallId } from '../../../panels/selection.ts'
import { useBoard, useBoardActions } from '../board/board.port.ts'
import { unitClassName } from '../units/units.port.ts'
import { Row, Stack } from '../../../ui/layout.tsx'

const Form = ToneInput.omit({ serverId: true })
const CLASSES = [UNIT_CLASS.Leo, UNIT_CLASS.Fire, UNIT_CLASS.Comms] as const

/** Sounds a tone to every unit of the given classes, with a message and optionally a call. */
export function ToneForm() {
  const actions = useBoardActions()
  const calls = useBoard((state) => [...state.calls.values()].toSorted((a, b) => a.priority - b.priority || a.callId - b.callId))
  const form = useZodForm(Form, { classes: [], message: '', callId: selectedCallId() ?? undefined })
  const values = form.getValues()
  const counts = useBoard((state) =>
    CLASSES.map((unitClass) => [...state.units.values()].filter((unit) => unit.unitClass === unitClass).length),
  )
  const toggle = (unitClass: (typeof CLASSES)[number], isOn: boolean) => {
    form.setFieldValue('classes', isOn ? [...values.classes, unitClass] : values.classes.filter((each) => each !== unitClass))
    form.clearFieldError('classes')
  }
  const sound = async (tone: z.output<typeof Form>) => {
    if (!(await actions.tone(tone))) return
    notify.success(`Tone sounded to ${tone.classes.map(unitClassName).join(', ')}`)
    form.setValues({ classes: [], message: '', callId: undefined })
  }
  return (
    <Stack as="form" gap={12} noValidate aria-label="Sound a tone" onSubmit={form.submit(sound)}>
      <FormError error={form.failure} />
      <Stack as="fieldset" gap={0}>
        <legend className="field-label">For</legend>
        <Row gap="8px 16px">
          {CLASSES.map((unitClass, index) => (
            <Checkbox
              key={unitClass}
              size="xs"
              label={`${unitClassName(unitClass)}, ${counts[index] ?? 0} on duty`}
              checked={values.classes.includes(unitClass)}
              onChange={({ currentTarget }) => toggle(unitClass, currentTarget.checked)}
            />
          ))}
        </Row>
        {form.errors['classes'] && (
          <p className="danger small" style={{ margin: '4px 0 0' }} role="alert">
            {form.errors['classes']}
          </p>
        )}
      </Stack>
      <TextInput
        label="Message"
        size="xs"
        maxLength={200}
        placeholder="Working structure fire, Grapeseed Ave"
        {...form.getInputProps('message')}
      />
      <NativeSelect
        label="Call"
        size="xs"
        value={values.callId === undefined ? '' : String(values.callId)}
        onChange={({ currentTarget }) => form.setFieldValue('callId', currentTarget.value === '' ? undefined : Number(currentTarget.value))}
        data={[{ value: '', label: 'None' }, ...calls.map(({ callId, title }) => ({ value: String(callId), label: `${callId} ${title}` }))]}
      />
      <Button type="submit" size="xs" loading={form.submitting} style={{ alignSelf: 'start' }}>
        Sound the tone
      </Button>
    </Stack>
  )
}
