import { Checkbox, NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { BackupPlanInput, getBackupPlan, saveBackupPlan, type BackupPlan } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'

type DialogProps = { onClose: () => void }

/** Root sets when backups are made and where they go. */
export function BackupPlanDialog({ onClose }: DialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['backup-plan'],
    queryFn: ({ signal }) => call(getBackupPlan, { signal, quiet: true }),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { handled: true },
  })
  if (data) return <PlanForm plan={data} onClose={onClose} />
  return (
    <FormModal title="Backups" onClose={onClose}>
      {error ? <PageError error={error} onRetry={refetch} /> : <PageLoading label="Loading the plan" />}
    </FormModal>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))
const NO_BUCKET = { endpoint: '', region: 'us-east-1', bucket: '', prefix: '', accessKeyId: '' }

function PlanForm({ plan, onClose }: DialogProps & { plan: BackupPlan }) {
  const { passPhrase, changedAt: _changedAt, ...initial } = plan
  const form = useZodForm(BackupPlanInput, passPhrase === 'none' ? { ...initial, isOn: true } : initial)
  const { isOn, hour, kept, s3 } = form.getValues()
  const text = (path: string) => {
    const { value, ...props } = form.getInputProps(path) as { value?: string | null }
    return { ...props, value: value ?? '' }
  }
  /** An empty field is left out, so that what is stored stays. */
  const secret = (path: string) => ({
    ...text(path),
    autoComplete: 'new-password',
    onChange: (event: { currentTarget: { value: string } }) => form.setFieldValue(path, event.currentTarget.value || undefined),
  })
  return (
    <FormModal title="Backups" onClose={onClose} isDirty={form.isDirty()} size={600}>
      <form
        noValidate
        onSubmit={form.submit(async (body) => {
          await call(saveBackupPlan, { body, quiet: true })
          onClose()
        })}
      >
        <Stack gap={14}>
          <Checkbox
            label="Back up every day"
            checked={isOn}
            onChange={(event) => form.setFieldValue('isOn', event.currentTarget.checked)}
          />
          <Columns stackBelow="36em" align="start">
            <NativeSelect
              label="At"
              description="By the community’s clock"
              data={HOURS}
              value={String(hour)}
              onChange={(event) => form.setFieldValue('hour', Number(event.currentTarget.value))}
            />
            <NumberInput
              label="Keep"
              description="The last good backup is never removed"
              value={kept}
              min={1}
              allowDecimal={false}
              error={form.errors['kept']}
              onChange={(value) => form.setFieldValue('kept', Number(value))}
            />
          </Columns>
          <TextInput
            label="Folder"
            description="If empty, the folder ‘backups’ in the data folder. Another disk is safer"
            placeholder="/mnt/backups"
            {...text('folder')}
            onChange={(event) => form.setFieldValue('folder', event.currentTarget.value || null)}
          />
          <PasswordInput
            label={passPhrase === 'none' ? 'Pass phrase' : 'New pass phrase'}
            description={
              passPhrase === 'environment'
                ? 'PORTAL_BACKUP_PASSPHRASE is set in the portal’s environment and takes precedence'
                : 'Without it nobody can read a backup, not even you: keep it apart from the backups and this machine'
            }
            disabled={passPhrase === 'environment'}
            {...secret('passPhrase')}
          />
          <Checkbox
            label="Also send a copy to a bucket (S3-compatible)"
            checked={s3 !== null}
            onChange={(event) => form.setFieldValue('s3', event.currentTarget.checked ? (plan.s3 ?? NO_BUCKET) : null)}
          />
          {s3 && (
            <>
              <TextInput label="Address" placeholder="https://s3.eu-central-1.amazonaws.com" {...text('s3.endpoint')} />
              <Columns stackBelow="36em" align="start">
                <TextInput label="Bucket" {...text('s3.bucket')} />
                <TextInput label="Region" {...text('s3.region')} />
              </Columns>
              <TextInput label="Prefix" description="Such as portal/, or empty" {...text('s3.prefix')} />
              <Columns stackBelow="36em" align="start">
                <TextInput label="Access key" autoComplete="off" {...text('s3.accessKeyId')} />
                <PasswordInput label={plan.s3 ? 'New secret key' : 'Secret key'} {...secret('s3.secretAccessKey')} />
              </Columns>
            </>
          )}
          <FormError error={form.failure} />
          <FormButtons submitLabel="Save" isSubmitting={form.submitting} onCancel={onClose} />
        </Stack>
      </form>
    </FormModal>
  )
}
