import { Textarea } from '@mantine/core'
import { askLeave, LeaveInput, listOwnLeaves, quotasSwitch } from '@tenfour/contract'
import { DateField } from '../../../ui/DateField.tsx'
import { call } from '../../../platform/api/client.ts'
import { useIsOn } from '../../../platform/features/features.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import classes from '../../../ui/FormLayout.module.css'
import { FormModal } from '../../../ui/FormModal.tsx'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../platform/query/query-client.ts'

export const ownLeavesQuery = queryOptions({
  queryKey: ['leaves', 'own'],
  queryFn: ({ signal }) => call(listOwnLeaves, { quiet: true, signal }),
  refetchOnWindowFocus: true,
  meta: { handled: true },
})

export const refreshLeaves = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['leaves'] })

export function AskLeaveDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const areQuotasOn = useIsOn(quotasSwitch)
  const form = useZodForm(LeaveInput, { startsOn: today, endsOn: '', reason: '' })
  const save = async (body: LeaveInput) => {
    await call(askLeave, { body })
    notify.success('Leave requested')
    onClose()
    await refreshLeaves()
  }
  return (
    <FormModal title="Request leave" onClose={onClose} isDirty={form.isDirty()}>
      <form className={classes.form} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <p className={classes.text}>A supervisor grants or declines it.{areQuotasOn && ' Days of leave lower your quota.'}</p>
        <div className={classes.pair}>
          <DateField label="First day" withAsterisk data-autofocus {...form.getInputProps('startsOn')} />
          <DateField label="Last day" withAsterisk min={form.getValues().startsOn} {...form.getInputProps('endsOn')} />
        </div>
        <Textarea label="Reason" withAsterisk autosize minRows={2} maxRows={6} maxLength={500} {...form.getInputProps('reason')} />
        <FormButtons submitLabel="Request leave" isSubmitting={form.submitting} onCancel={onClose} />
      </form>
    </FormModal>
  )
}
