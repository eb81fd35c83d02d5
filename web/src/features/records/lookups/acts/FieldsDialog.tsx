import { Text } from '@mantine/core'
import { saveFieldValues, type Field } from '@tenfour/contract'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../../../platform/api/client.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormButtons } from '../../../../ui/FormButtons.tsx'
import { FormError } from '../../../../ui/FormError.tsx'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { FieldInputs, WithFields } from '../../fields/FieldInputs.port.tsx'
import { draftOf, fieldsForm, filledBy, keptBy, type FieldDraft } from '../../fields/fields.port.ts'
import type { FieldsAct } from './acts.ts'
import { withFields } from '../records/change-result.ts'
import { recordDesk } from '../desk.ts'
import { Stack } from '../../../../ui/layout.tsx'

type FieldsDialogProps = { act: FieldsAct; onClose: () => void }

/** Fields of a character or vehicle that units keep. */
export const FieldsDialog = (props: FieldsDialogProps) => (
  <WithFields title="Fill in fields" onClose={props.onClose}>
    {(fields) => <Form {...props} all={fields} />}
  </WithFields>
)

function Form({ act: { of, id, label, values, filler, lookupId }, all, onClose }: FieldsDialogProps & { all: readonly Field[] }) {
  const fields = filledBy(all, of, filler)
  const form = useZodForm(z.object({ fields: fieldsForm(fields) }), { fields: draftOf(fields, values) })
  // As they were read, so that what another unit has saved since is not overwritten.
  const [before] = useState(() => keptBy(all, of, filler, values))
  const save = async ({ fields: filled }: { fields: FieldDraft }) => {
    const saved = await call(saveFieldValues, { params: { of, id }, body: { values: filled, before } })
    const others = Object.fromEntries(Object.entries(values).filter(([fieldId]) => before[fieldId] === undefined))
    const fresh = { ...others, ...saved.fields }
    const shown = recordDesk.get()
    if (lookupId !== null) recordDesk.change(lookupId, withFields(of, id, fresh))
    else if (shown.kind === 'patient' && shown.patient.characterId === id) recordDesk.changePatient({ ...shown.patient, fields: fresh })
    onClose()
    notify.success(`${label}: fields saved`)
  }
  return (
    <FormModal title="Fill in fields" onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text component="p" inherit c="dimmed" className="anywhere">
          {label}
        </Text>
        <FieldInputs
          fields={fields}
          values={form.getValues().fields}
          errors={form.errors}
          onChange={(fieldId, value) => form.setFieldValue(`fields.${fieldId}`, value)}
        />
        <FormButtons submitLabel="Save" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
