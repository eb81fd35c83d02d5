import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { AnnouncementInput, createAnnouncement, listAllAnnouncements, updateAnnouncement, type Announcement } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { DateField } from '../../../ui/DateField.tsx'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { departmentsQuery } from '../departments/departments.port.ts'
import { AnnouncementItem } from './AnnouncementItem.tsx'
import classes from './Announcements.module.css'
import { refreshAnnouncements } from './announcements.queries.ts'
import { Columns, Stack } from '../../../ui/layout.tsx'
import { relativeTime } from '../../../platform/format/dates.ts'
import { fromLocalField, toLocalField } from '../../../platform/format/local-times.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'

type AnnouncementFormProps = { announcement: Announcement | null; onClose: () => void }
const BODY_LIMIT = 4000

const valuesOf = (announcement: Announcement | null) => ({
  title: announcement?.title ?? '',
  body: announcement?.body ?? '',
  departmentId: announcement?.department?.departmentId ?? null,
  expiresAt: announcement?.expiresAt ?? null,
})

export function AnnouncementForm({ announcement, onClose }: AnnouncementFormProps) {
  const form = useZodForm(AnnouncementInput, valuesOf(announcement))
  const [base, setBase] = useState(announcement)
  /** Someone else's version since it was opened; null if deleted. */
  const [theirs, setTheirs] = useState<Announcement | null | undefined>(undefined)
  const departments = useQuery(departmentsQuery(true))
  const now = useNow()
  const { title, body, departmentId, expiresAt } = form.getValues()

  const save = async (input: AnnouncementInput) => {
    try {
      if (base)
        await call(updateAnnouncement, { params: { announcementId: base.announcementId }, body: { ...input, version: base.version } })
      else await call(createAnnouncement, { body: input })
    } catch (error) {
      if (!base || !isConcurrentChange(error)) throw error
      const fresh = await latest(base.announcementId)
      setTheirs(fresh ?? null)
      // Saving again creates a new one if theirs was deleted, and otherwise replaces theirs.
      return setBase(fresh ?? null)
    }
    notify.success(base ? 'Announcement changed' : 'Announced')
    onClose()
    await refreshAnnouncements()
  }

  return (
    <FormModal title={announcement ? 'Edit announcement' : 'Write announcement'} onClose={onClose} isDirty={form.isDirty()} size={640}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        {theirs === null && (
          <Banner tone="warning" title="Someone deleted this announcement in the meantime." announce>
            Saving posts yours as a new one.
          </Banner>
        )}
        {theirs && (
          <Banner
            tone="warning"
            title="This announcement was changed in the meantime."
            announce
            action={
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  form.setValues(valuesOf(theirs))
                  setTheirs(undefined)
                }}
              >
                Use theirs
              </Button>
            }
          >
            Saving again replaces “{theirs.title}” with yours.
          </Banner>
        )}
        <TextInput label="Title" withAsterisk maxLength={120} data-autofocus {...form.getInputProps('title')} />
        <Textarea
          label="Text"
          withAsterisk
          autosize
          minRows={4}
          maxRows={12}
          description={`${body.length.toLocaleString('en')} of ${BODY_LIMIT.toLocaleString('en')} characters. Links become clickable.`}
          {...form.getInputProps('body')}
        />
        <Columns gap={14} stackBelow="36em">
          <NativeSelect
            label="For"
            value={departmentId === null ? '' : String(departmentId)}
            onChange={({ currentTarget: { value } }) => form.setFieldValue('departmentId', value === '' ? null : Number(value))}
            data={[
              { value: '', label: 'All departments' },
              ...(departments.data ?? []).map((each) => ({ value: String(each.departmentId), label: each.fullName })),
            ]}
            description={departments.isError ? 'The departments could not be loaded; the announcement can go to all of them.' : undefined}
          />
          <ExpiryField
            value={expiresAt ?? null}
            now={now}
            onChange={(value) => form.setFieldValue('expiresAt', value)}
            error={form.errors['expiresAt']}
          />
        </Columns>
        <section className={classes.preview} aria-label="Preview">
          <p className={classes.previewTitle}>Preview</p>
          <AnnouncementItem
            announcement={{
              title: title.trim() || 'Title',
              body: body.trim() || 'Text',
              department: departments.data?.find((each) => each.departmentId === departmentId) ?? null,
              createdAt: announcement?.createdAt ?? now.toISOString(),
            }}
            now={now}
          />
        </section>
        <FormButtons
          submitLabel={theirs ? 'Replace theirs' : announcement ? 'Save' : 'Announce'}
          isSubmitting={form.submitting}
          onCancel={onClose}
        />
      </Stack>
    </FormModal>
  )
}

const isConcurrentChange = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'conflict' || error.code === 'not_found')

/** There is no endpoint for a single one, but a concurrent edit is almost certainly among the newest hundred. */
async function latest(announcementId: number): Promise<Announcement | undefined> {
  const { items } = await call(listAllAnnouncements, { query: { page: 1, pageSize: 100 } })
  return items.find((each) => each.announcementId === announcementId)
}

type ExpiryFieldProps = { value: string | null; now: Date; onChange: (value: string | null) => void; error: ReactNode }

function ExpiryField({ value, now, onChange, error }: ExpiryFieldProps) {
  const hint = isPast(value, now)
    ? 'This time is in the past: nobody will see the announcement.'
    : value === null
      ? 'Shown until it is deleted.'
      : `Ends ${relativeTime(value, now)}.`
  return (
    <div>
      <DateField
        type="datetime-local"
        label="Shown until"
        value={toLocalField(value)}
        onChange={(event) => onChange(fromLocalField(event.currentTarget.value))}
        description={hint}
        error={error}
      />
      <div className={classes.presets}>
        {EXPIRY_PRESETS.map(({ label, days }) => (
          <Button key={label} variant="subtle" size="compact-xs" onClick={() => onChange(expiryAfter(days, now))}>
            {label}
          </Button>
        ))}
        {value !== null && (
          <Button variant="subtle" size="compact-xs" onClick={() => onChange(null)}>
            No end
          </Button>
        )}
      </div>
    </div>
  )
}

const DAY_MS = 24 * 60 * 60_000

const EXPIRY_PRESETS = [
  { label: '1 day', days: 1 },
  { label: '3 days', days: 3 },
  { label: '1 week', days: 7 },
  { label: '1 month', days: 30 },
] as const

export const expiryAfter = (days: number, now: Date): string => new Date(now.getTime() + days * DAY_MS).toISOString()

export const isPast = (instant: string | null, now: Date): boolean => instant !== null && new Date(instant) <= now
