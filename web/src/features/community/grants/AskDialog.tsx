import { NativeSelect, Textarea } from '@mantine/core'
import { GRANT_REQUEST_DAYS, PassRequest, RidealongRequest, type GrantRequest } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import classes from '../../../ui/FormLayout.module.css'
import { FormModal } from '../../../ui/FormModal.tsx'
import { departmentsQuery } from '../../people/departments/departments.port.ts'
import { hoursWords } from './grant.labels.ts'
import { ask, refreshGrants } from './grants.queries.ts'
import { PassFields } from './PassFields.tsx'

type DialogProps = { onClose: () => void; /** The button that opened it goes: it is one request at a time. */ onAsked: () => void }

const send = async (request: GrantRequest, { onClose, onAsked }: DialogProps) => {
  await ask(request)
  notify.success('Request sent. You get a notice when someone answers.')
  onClose()
  await refreshGrants()
  onAsked()
}
const ENDS = `A request that nobody answers ends after ${GRANT_REQUEST_DAYS} days.`

type RidealongDialogProps = DialogProps & { hours: number; givesAccess: boolean }

export function RidealongDialog({ hours, givesAccess, ...dialog }: RidealongDialogProps) {
  const form = useZodForm(RidealongRequest, { kind: 'ridealong', note: '', departmentId: null })
  const departments = useQuery(departmentsQuery(true)).data ?? []
  const { departmentId } = form.getValues()
  return (
    <FormModal title="Request a ride-along" onClose={dialog.onClose} isDirty={form.isDirty()}>
      <form className={classes.form} noValidate onSubmit={form.submit((request) => send(request, dialog))}>
        <FormError error={form.failure} />
        <p className={classes.text}>
          {givesAccess
            ? `A member of a department sponsors it. You then have access for ${hoursWords(hours)}.`
            : `A member of a department sponsors it, for ${hoursWords(hours)}. A ride-along gives no access at the moment: ask staff how to join the game.`}{' '}
          {ENDS}
        </p>
        <NativeSelect
          label="With"
          data-autofocus
          value={departmentId === null ? '' : String(departmentId)}
          error={form.errors['departmentId']}
          data={[
            { value: '', label: 'Any department' },
            ...departments
              .filter(({ isCadEnabled, type }) => isCadEnabled && type !== 'Civilian')
              .map((each) => ({ value: String(each.departmentId), label: each.fullName })),
          ]}
          onChange={({ currentTarget }) =>
            form.setFieldValue('departmentId', currentTarget.value === '' ? null : Number(currentTarget.value))
          }
        />
        <Textarea
          label="Note"
          description="Anything a sponsor should know. Optional."
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('note')}
        />
        <FormButtons submitLabel="Send request" isSubmitting={form.submitting} onCancel={dialog.onClose} />
      </form>
    </FormModal>
  )
}

export function PassDialog(dialog: DialogProps) {
  const form = useZodForm(PassRequest, { kind: 'pass', hours: 24, whitelist: 'prod', note: '' })
  const { hours, whitelist = 'prod' } = form.getValues()
  return (
    <FormModal title="Request a pass" onClose={dialog.onClose} isDirty={form.isDirty()}>
      <form className={classes.form} noValidate onSubmit={form.submit((request) => send(request, dialog))}>
        <FormError error={form.failure} />
        <p className={classes.text}>Puts you on the whitelist for a limited time. Staff decide. {ENDS}</p>
        <PassFields
          hours={hours}
          onHours={(value) => form.setFieldValue('hours', value)}
          whitelist={whitelist}
          onWhitelist={(value) => form.setFieldValue('whitelist', value)}
          errors={form.errors}
          note={form.getInputProps('note')}
        />
        <FormButtons submitLabel="Send request" isSubmitting={form.submitting} onCancel={dialog.onClose} />
      </form>
    </FormModal>
  )
}
