import { Button, TextInput } from '@mantine/core'
import { CommunityName, CommunityZone } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { timeZone } from '../../../platform/calendar/calendar.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'
import { confirmZone } from '../calendar/confirm-zone.port.tsx'
import { TimeZoneField, timeZonesQuery } from '../calendar/TimeZoneField.port.tsx'
import { proposedZone } from '../calendar/zone-words.port.ts'
import { saveIdentity } from './first-evening.changes.port.ts'

const NameForm = z.object({ name: CommunityName, zone: CommunityZone })

type NameStepProps = { readonly name: string; readonly zone: string; readonly onDone: () => void }

export function NameStep({ name, zone, onDone }: NameStepProps) {
  const form = useZodForm(NameForm, { name, zone })
  const { data: zones } = useQuery(timeZonesQuery)
  const { setFieldValue } = form
  useEffect(() => {
    // Nobody has chosen a zone while it is UTC: the browser's is proposed, as at set-up.
    if (zones && zone === 'UTC') setFieldValue('zone', proposedZone(zones, timeZone()))
    // Once, when the list is there: what is typed afterwards stays.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [zones])
  const save = async (values: z.output<typeof NameForm>) => {
    if (values.zone !== zone && !(await confirmZone(values.zone))) return
    await saveIdentity(values)
    onDone()
  }
  return (
    <Stack as="form" gap={12} noValidate onSubmit={form.submit(save)} aria-label="Name and time zone">
      <FormError error={form.failure} />
      <Columns align="start" stackBelow="36em">
        <TextInput label="Community name" autoComplete="organization" {...form.getInputProps('name')} />
        <TimeZoneField
          label="Time zone"
          value={form.getValues().zone}
          error={form.errors['zone']}
          onChange={(chosen) => form.setFieldValue('zone', chosen)}
        />
      </Columns>
      <div>
        <Button type="submit" size="xs" loading={form.submitting}>
          Save
        </Button>
      </div>
    </Stack>
  )
}
