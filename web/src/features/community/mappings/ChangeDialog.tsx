import { Text } from '@mantine/core'
import type { MappingChange, MappingPreview } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { globalErrorMessage } from '../../../platform/errors/messages.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { CardLoading } from '../../../ui/CardStates.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { make, previewQuery, refreshMappings } from './mappings.queries.ts'
import { changeWords, countsWords, membersWords } from './mappings.words.ts'

type ChangeDialogProps = {
  title: string
  submitLabel: string
  /** The message once it is done. */
  done: string
  /** Null until everything is chosen. */
  change: MappingChange | null
  /** Fields to choose from. */
  children?: ReactNode
  onClose: () => void
}

/** Shows what a change would do to members, and makes exactly that. */
export function ChangeDialog({ title, submitLabel, done, change, children, onClose }: ChangeDialogProps) {
  const { data: preview, error } = useQuery(previewQuery(change))
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    if (!change) return setFailure({ message: 'Choose a department and a Discord role' })
    if (!preview) return setFailure(error ? { message: whyOf(error) } : TOO_EARLY)
    setSaving(true)
    try {
      await make(change, preview.digest)
      notify.success(done)
      onClose()
    } catch (problem) {
      setFailure({ message: whyOf(problem) })
    } finally {
      setSaving(false)
      void refreshMappings()
    }
  }
  const loses = preview !== undefined && preview.counts.lowered + preview.counts.removed > 0
  return (
    <FormModal title={title} onClose={onClose}>
      <Stack
        as="form"
        gap={14}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSaving) void save()
        }}
      >
        <FormError error={failure === TOO_EARLY && preview ? null : failure} />
        {children}
        {change && (
          <section aria-label="Preview" aria-live="polite">
            {error ? (
              <Banner tone="danger" title="You can’t do this.">
                {whyOf(error)}
              </Banner>
            ) : preview ? (
              <Preview preview={preview} />
            ) : (
              <CardLoading rows={3} />
            )}
          </section>
        )}
        <FormButtons submitLabel={submitLabel} isSubmitting={isSaving} onCancel={onClose} danger={loses} />
      </Stack>
    </FormModal>
  )
}

const TOO_EARLY: ErrorInfo = { message: 'Wait for the preview first' }

/** A refusal with its reason. Elsewhere a 403 says only that something is not allowed. */
const whyOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 403 ? globalErrorMessage(error) : errorInfo(error).message

const SHOWN = 20

function Preview({ preview }: { preview: MappingPreview }) {
  const { counts, members, stops, waitsBecause } = preview
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <Stack gap={8}>
      <Text inherit fw={550}>
        {countsWords(preview)}
      </Text>
      {waitsBecause !== null && (
        <Banner tone="info" isCompact>
          {waitsBecause}: nobody is demoted or removed until that has changed.
        </Banner>
      )}
      {members.length > 0 && (
        <ul>
          {members.slice(0, SHOWN).map((change) => (
            <li key={change.member.userId}>
              <strong>{change.member.name}</strong> {changeWords(change)}
            </li>
          ))}
          {all > SHOWN && <li className="muted">and {membersWords(all - SHOWN)} more</li>}
        </ul>
      )}
      {stops.length > 0 && (
        <>
          <Text inherit>The portal stops giving these roles. Members who have them keep them:</Text>
          <ul>
            {stops.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  )
}
