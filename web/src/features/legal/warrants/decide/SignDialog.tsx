import { Checkbox, Text, TextInput } from '@mantine/core'
import { signWarrant, type RecordActor, type Warrant } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { DateField } from '../../../../ui/DateField.tsx'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { relativeTime } from '../../../../platform/format/dates.ts'
import { toLocalField } from '../../../../platform/format/local-times.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { CardLoading } from '../../../../ui/CardStates.tsx'
import { useZodForm } from '../../../../ui/form.ts'
import { FormButtons } from '../../../../ui/FormButtons.tsx'
import { FormError } from '../../../../ui/FormError.tsx'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { PageError } from '../../../../ui/PageStates.tsx'
import { currency, money } from '../../../../platform/format/text.ts'
import { defaultExpiry } from '../document/document.labels.ts'
import { signBody, signForm, startOf } from './sign-form.ts'
import { actorWords } from '../warrant.labels.ts'
import { serversQuery } from '../warrants.queries.ts'
import { Stack, Columns } from '../../../../ui/layout.tsx'
import classes from './WarrantDialogs.module.css'

type SignDialogProps = {
  warrant: Warrant
  act: (send: () => Promise<Warrant>, done: string) => Promise<void>
  onClose: () => void
}

const schema = signForm(() => new Date())

/** The decisions of a judge who signs: bail, expiry, and who may know of the warrant. */
export function SignDialog(props: SignDialogProps) {
  const { data, error, refetch } = useQuery(serversQuery(''))
  if (data) return <SignFields {...props} days={data.days[props.warrant.type]} />
  return (
    <FormModal title={`Sign ${props.warrant.number}`} onClose={props.onClose}>
      {error ? <PageError error={error} onRetry={refetch} /> : <CardLoading rows={3} />}
    </FormModal>
  )
}

function SignFields({ warrant, act, onClose, days }: SignDialogProps & { days: number }) {
  const { warrantId, number, type, content, version } = warrant
  const now = useNow()
  const [start] = useState(() => startOf(content, toLocalField(defaultExpiry(content, days, new Date()).toISOString())))
  const form = useZodForm(schema, start)
  const { expires, isConfidential, departmentIds, userIds } = form.getValues()
  const expiry = new Date(expires)
  return (
    <FormModal title={`Sign ${number}`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack
        as="form"
        gap={14}

        noValidate
        onSubmit={form.submit((values) =>
          act(() => call(signWarrant, { params: { warrantId }, body: signBody(values, version) }), 'signed, and active from now on'),
        )}
      >
        <FormError error={form.failure} />
        {type !== 'search' && (
          <TextInput
            label="Bail"
            description={`${content.bail === null ? 'None' : money(content.bail)} requested. Leave empty for no bail.`}
            leftSection={currency()}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('bail')}
          />
        )}
        <DateField
          type="datetime-local"
          label="Expires"
          description={Number.isNaN(expiry.getTime()) ? undefined : capitalised(relativeTime(expiry, now))}
          withAsterisk
          data-autofocus={type === 'search' || undefined}
          {...form.getInputProps('expires')}
        />
        <Checkbox
          label="Confidential until served"
          description="Only its writer, its reviewers, those who sign and those named here know of it."
          {...form.getInputProps('isConfidential', { type: 'checkbox' })}
        />
        {isConfidential && (
          <Servers
            departmentIds={departmentIds}
            userIds={userIds}
            error={form.errors['departmentIds'] ?? form.errors['userIds']}
            onDepartments={(ids) => form.setFieldValue('departmentIds', ids)}
            onMembers={(ids) => form.setFieldValue('userIds', ids)}
          />
        )}
        <FormButtons submitLabel="Sign" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type ServersProps = {
  departmentIds: readonly number[]
  userIds: readonly number[]
  error: ReactNode
  onDepartments: (ids: number[]) => void
  onMembers: (ids: number[]) => void
}

/** Who is to serve it: departments as a whole, and members by name. */
function Servers({ departmentIds, userIds, error, onDepartments, onMembers }: ServersProps) {
  const [q, setQ] = useState('')
  const [named, setNamed] = useState<readonly RecordActor[]>([])
  const field = useRef<HTMLInputElement>(null)
  const { data, isError } = useQuery(serversQuery(q.trim()))
  const toggle = (ids: readonly number[], id: number) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])
  const found = data?.members.filter(({ userId }) => !userIds.includes(userId)) ?? []
  return (
    <fieldset className={classes.servers} aria-invalid={error ? true : undefined} tabIndex={-1}>
      <legend>Served by</legend>
      {error && (
        <Text component="p" size="sm" c="var(--danger)" role="alert">
          {error}
        </Text>
      )}
      {isError && (
        <Text component="p" size="sm" c="var(--danger)">
          Departments and members could not be loaded.
        </Text>
      )}
      <Columns of="repeat(auto-fill, minmax(170px, 1fr))" gap={6}>
        {data?.departments.map(({ departmentId, name }) => (
          <Checkbox
            key={departmentId}
            size="xs"
            label={name}
            checked={departmentIds.includes(departmentId)}
            onChange={() => onDepartments(toggle(departmentIds, departmentId))}
          />
        ))}
      </Columns>
      {named
        .filter(({ userId }) => userIds.includes(userId))
        .map((member) => (
          <Checkbox
            key={member.userId}
            size="xs"
            label={actorWords(member)}
            checked
            onChange={() => {
              onMembers(toggle(userIds, member.userId))
              field.current?.focus()
            }}
          />
        ))}
      <TextInput
        ref={field}
        size="xs"
        aria-label="Find a member"
        placeholder="Find a member by name or call sign"
        maxLength={80}
        value={q}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter names the first one found instead of signing.
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (q.trim() !== '') nameFirst(q.trim()).catch(reportError)
        }}
      />
      {q.trim() !== '' && (
        <ul className={classes.found} aria-label="Members found">
          {found.map((member) => (
            <li key={member.userId}>
              <button type="button" onClick={() => name(member)}>
                {actorWords(member)} <span>{member.department}</span>
              </button>
            </li>
          ))}
          {data && found.length === 0 && <li>Nobody found</li>}
        </ul>
      )}
    </fieldset>
  )

  /** The list may still show what was found for fewer letters, so this waits for the answer to what is typed. */
  async function nameFirst(typed: string): Promise<void> {
    const { members } = await queryClient.query({ ...serversQuery(typed), staleTime: 'static' })
    const first = members.find(({ userId }) => !userIds.includes(userId))
    if (first && field.current?.value.trim() === typed) name(first)
  }

  function name(member: RecordActor): void {
    setNamed((before) => [...before.filter(({ userId }) => userId !== member.userId), member])
    onMembers(toggle(userIds, member.userId))
    setQ('')
    field.current?.focus()
  }
}
