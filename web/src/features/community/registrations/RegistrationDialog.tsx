import { SegmentedControl, Text, Textarea } from '@mantine/core'
import type { Registration } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { dateOnly, dateTime } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { DepartmentSelect, RankSelect } from '../../people/departments/departments.port.ts'
import { accept, ask, decline, registrationQuery, STATES } from './registrations.queries.ts'

type RegistrationDialogProps = {
  registrationId: number
  /** Opens another application in place of this one. */
  onOpen: (registrationId: number) => void
  onClose: () => void
}

/** An application with what helps to decide on it, and the decision. */
export function RegistrationDialog({ registrationId, onOpen, onClose }: RegistrationDialogProps) {
  const { data, isError, refetch } = useQuery(registrationQuery(registrationId))
  const [isDirty, setDirty] = useState(false)
  const isWaiting = data?.state === 'open' || data?.state === 'asked'
  return (
    <FormModal title={data ? `Application of ${data.name}` : 'Application'} onClose={onClose} isDirty={isDirty} size={680}>
      {data ? (
        <Stack gap={18}>
          <Content registration={data} onOpen={onOpen} />
          {isWaiting && <Decision key={data.version} registration={data} onDirty={setDirty} onClose={onClose} />}
        </Stack>
      ) : isError ? (
        <CardError what="The application" onRetry={refetch} />
      ) : (
        <CardLoading rows={5} />
      )}
    </FormModal>
  )
}

const SAME = { email: 'same email address', network: 'same network', discord: 'same Discord account' } as const
const sameWords = (by: readonly (keyof typeof SAME)[]): string => by.map((each) => SAME[each]).join(', ')

function Content({ registration, onOpen }: { registration: Registration; onOpen: (registrationId: number) => void }) {
  const {
    state,
    emailAddress,
    isAddressConfirmed,
    appliedAt,
    conduct,
    answers,
    messages,
    discord,
    sameAccounts,
    others,
    mayNotReturn,
    account,
    decided,
  } = registration
  return (
    <>
      {mayNotReturn && (
        <Banner tone="danger" title="Someone with this email address or Discord account may not return.">
          Former members says who, and why.
        </Banner>
      )}
      <Facts>
        <Fact name="State">
          {STATES[state].word}
          {decided && `, by ${decided.by.name}, ${dateTime(decided.at)}`}
        </Fact>
        {account && (
          <Fact name="Account">
            <AccountLink {...account} />
          </Fact>
        )}
        <Fact name="Email address">
          {emailAddress}
          {isAddressConfirmed ? ', confirmed' : <b>, not confirmed</b>}
        </Fact>
        <Fact name="Discord account">
          {discord === null
            ? 'Not proved'
            : `${discord.displayName} (${discord.username}), in Discord since ${dateOnly(discord.createdAt)}, ${
                discord.memberSince === null ? 'not on your server' : `on your server since ${dateOnly(discord.memberSince)}`
              }`}
        </Fact>
        <Fact name="Applied">{dateTime(appliedAt)}</Fact>
        <Fact name="Code of conduct">
          {conduct === null
            ? 'There was none to accept'
            : `Accepted, ${conduct.isCurrent ? 'the current version' : `version ${conduct.number}, there is a newer one`}`}
        </Fact>
        {answers.map(({ question, answer }) => (
          <Fact key={question} name={question}>
            {answer}
          </Fact>
        ))}
        <Fact name="Same address as">
          {sameAccounts.length === 0 ? (
            'No account'
          ) : (
            <Stack as="ul" gap={2}>
              {sameAccounts.map(({ by, isFormer, ...person }) => (
                <li key={person.userId}>
                  <AccountLink {...person} />: {sameWords(by)}
                  {isFormer && ', disabled or deleted'}
                </li>
              ))}
            </Stack>
          )}
        </Fact>
        <Fact name="Other applications">
          {others.length === 0 ? (
            'None'
          ) : (
            <Stack as="ul" gap={2}>
              {others.map(({ registrationId, name, state: of, appliedAt: at, by }) => (
                <li key={registrationId}>
                  <TextButton onClick={() => onOpen(registrationId)}>
                    {name}, {dateTime(at)}
                  </TextButton>
                  : {STATES[of].word.toLowerCase()}, {sameWords(by)}
                </li>
              ))}
            </Stack>
          )}
        </Fact>
      </Facts>
      {messages.length > 0 && (
        <Stack as="ul" gap={10} aria-label="Messages">
          {messages.map(({ at, isByStaff, text }) => (
            <li key={at}>
              <Text size="sm" c="dimmed">
                {isByStaff ? 'Staff' : registration.name}, {dateTime(at)}
              </Text>
              <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
            </li>
          ))}
        </Stack>
      )}
    </>
  )
}

const AccountLink = ({ userId, name }: { userId: number; name: string }) => (
  <Link to="/admin/users/$userId" params={{ userId }}>
    {name}
  </Link>
)

const DECISIONS = {
  accept: { label: 'Accept', text: 'Words for the applicant', submit: 'Accept and create account', done: 'has an account now' },
  ask: { label: 'Ask back', text: 'Your question', submit: 'Send question', done: 'was asked' },
  decline: { label: 'Decline', text: 'Why, in words for the applicant', submit: 'Decline', done: 'was declined' },
} as const
type Decided = keyof typeof DECISIONS

const decisionForm = (decided: Decided) =>
  z.object({
    departmentId: z.int().nullable(),
    rankId: z.int().nullable(),
    text: z
      .string()
      .trim()
      .max(1000, 'At most 1,000 characters')
      .refine((text) => decided === 'accept' || text !== '', decided === 'ask' ? 'Enter your question' : 'Enter some words'),
  })

type DecisionProps = { registration: Registration; onDirty: (isDirty: boolean) => void; onClose: () => void }

function Decision({ registration: { registrationId, version, name }, onDirty, onClose }: DecisionProps) {
  const [decided, setDecided] = useState<Decided>('accept')
  const schema = useMemo(() => decisionForm(decided), [decided])
  const form = useZodForm(schema, { departmentId: null, rankId: null, text: '' })
  const { label, text: textLabel, submit: submitLabel, done } = DECISIONS[decided]
  const { departmentId, rankId } = form.getValues()
  const submit = async ({ text, ...grant }: z.output<typeof schema>) => {
    if (decided === 'accept') await accept(registrationId, { ...grant, text, version })
    else await { ask, decline }[decided](registrationId, { text, version })
    notify.success(`${name} ${done}`)
    onClose()
  }
  return (
    <Stack as="form" gap={14} noValidate aria-label="Decision" onSubmit={form.submit(submit)} onChange={() => onDirty(true)}>
      <SegmentedControl
        aria-label="Decision"
        value={decided}
        data={(Object.keys(DECISIONS) as Decided[]).map((value) => ({ value, label: DECISIONS[value].label }))}
        onChange={(value) => setDecided(value)}
      />
      <FormError error={form.failure} />
      {decided === 'accept' && (
        <Columns gap="14px 16px" align="start" stackBelow="30em">
          <DepartmentSelect
            showAll
            required={false}
            value={departmentId}
            onChange={({ value }) => form.setValues({ departmentId: value, rankId: null })}
            error={form.errors['departmentId']}
          />
          <RankSelect
            departmentId={departmentId}
            value={rankId}
            required={false}
            includeReserves
            onChange={({ value }) => form.setFieldValue('rankId', value)}
            error={form.errors['rankId']}
          />
        </Columns>
      )}
      <Textarea
        label={textLabel}
        description={decided === 'accept' ? 'The applicant reads them on the page of the application. They can be left out.' : undefined}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('text')}
      />
      <FormButtons submitLabel={submitLabel} danger={label === 'Decline'} isSubmitting={form.submitting} onCancel={onClose} />
    </Stack>
  )
}
