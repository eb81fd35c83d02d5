import { Button, Text } from '@mantine/core'
import { SetupPayload, startSetupRestore, type BackupPreview, type SetupRestore } from '@tenfour/contract'
import { useEffect, useRef, useState, type Ref } from 'react'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { bytesWords } from '../../../platform/format/bytes.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { FileDrop } from '../../../ui/FileDrop.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Meter } from '../../../ui/Meter.tsx'
import { LoginPassword } from '../login/AccountFields.port.tsx'
import { LOGIN_PANEL } from '../login/LoginFrame.port.tsx'
import { SetupCode } from './SetupCode.tsx'
import { followRestore, readBackup, sendBackup } from './setup-restore.ts'

const RestoreForm = z.object({ code: SetupPayload.shape.code, passPhrase: z.string().min(1, 'Enter the pass phrase of the backup') })
type Work = { readonly words: string; readonly share: number }

/** A backup instead of a new community: it is sent, read, shown and restored. From `onBegun` on there is no other way than to wait. */
export function RestoreSetup({ onBegun }: { onBegun: (isBegun: boolean) => void }) {
  const form = useZodForm(RestoreForm, { code: '', passPhrase: '' })
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const sent = useRef<Awaited<ReturnType<typeof sendBackup>> | null>(null)
  const [work, setWork] = useState<Work | null>(null)
  const [read, setRead] = useState<SetupRestore | null>(null)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const [isDone, setDone] = useState(false)
  useLeaveQuestion(!isDone && file ? 1 : 0)
  const tell = (words: string, share: number) => setWork({ words, share })

  const readFile = async ({ code, passPhrase }: z.output<typeof RestoreForm>) => {
    if (!file) return setFileError('Choose the file of a backup')
    try {
      // A wrong pass phrase is entered again without sending the file again.
      if (sent.current?.file !== file) sent.current = await sendBackup(file, code, tell)
      const answer = await readBackup(sent.current, passPhrase, tell)
      if (answer.preview) return setRead(answer)
      const isPhrase = /pass phrase/.test(answer.problem)
      if (isPhrase) form.setFieldError('passPhrase', answer.problem)
      else setFileError(answer.problem)
    } catch (error) {
      sent.current = null
      throw error
    } finally {
      setWork(null)
    }
  }

  const restore = async (restoreId: string) => {
    setFailure(null)
    onBegun(true)
    tell('Restoring', 0)
    try {
      await call(startSetupRestore, { params: { restoreId }, body: { code: form.getValues().code }, quiet: true })
      const problem = await followRestore(restoreId, (share) => tell('Restoring', share))
      if (problem === '') setDone(true)
      else {
        setFailure({ message: problem })
        onBegun(false)
      }
    } catch (error) {
      setFailure(errorInfo(error))
      onBegun(false)
    } finally {
      setWork(null)
    }
  }

  if (isDone) return <Restored />
  if (read?.preview) {
    return (
      <Preview
        preview={read.preview}
        work={work}
        failure={failure}
        onRestore={() => void restore(read.restoreId)}
        onOther={() => {
          setRead(null)
          setFailure(null)
        }}
      />
    )
  }
  return (
    <form className={LOGIN_PANEL} onSubmit={(event) => form.submit(readFile)(event)} noValidate aria-label="Restore a backup">
      <FormError error={form.failure} />
      <SetupCode {...form.getInputProps('code')} />
      <Stack gap={6}>
        <FileDrop
          accept=".backup,application/octet-stream"
          isBusy={work !== null}
          onFile={(chosen) => {
            setFile(chosen)
            setFileError(null)
          }}
        >
          {file ? `${file.name}, ${bytesWords(file.size)}` : 'The file ends in .backup.'}
        </FileDrop>
        {fileError !== null && (
          <Text c="var(--danger-text)" size="sm" role="alert">
            {fileError}
          </Text>
        )}
      </Stack>
      <LoginPassword
        label="Pass phrase of the backup"
        description="The one that the backup was made with"
        autoComplete="off"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show pass phrase', tabIndex: 0 }}
        {...form.getInputProps('passPhrase')}
      />
      <Progress work={work} />
      <Button type="submit" size="md" fullWidth aria-busy={form.submitting}>
        Read the backup
      </Button>
      <Text c="dimmed" size="sm">
        Nothing is restored until you have seen what is in it.
      </Text>
    </form>
  )
}

const Progress = ({ work }: { work: Work | null }) =>
  work && (
    <Stack as="output" gap={6}>
      <span>
        {work.words}, {Math.floor(work.share * 100)} %
      </span>
      <Meter share={work.share} />
    </Stack>
  )

/** A heading that appears in place of a form takes the focus, which would be lost with the form. */
function useFocus<T extends HTMLElement>(): Ref<T> {
  const target = useRef<T>(null)
  useEffect(() => target.current?.focus(), [])
  return target
}

type PreviewProps = {
  readonly preview: BackupPreview
  readonly work: Work | null
  readonly failure: ErrorInfo | null
  readonly onRestore: () => void
  readonly onOther: () => void
}

const number = (value: number) => value.toLocaleString('en')
const TABLES: Readonly<Record<string, string>> = { users: 'Accounts', audit: 'Entries of the audit log' }

function Preview({ preview, work, failure, onRestore, onOther }: PreviewProps) {
  const { communityName, madeAt, version, counts, rows, tables, bytes, hasList } = preview
  const isBusy = work !== null
  return (
    <section className={LOGIN_PANEL} aria-label="What is in the backup">
      <h2 tabIndex={-1} ref={useFocus<HTMLHeadingElement>()} style={{ outline: 'none', margin: 0 }}>
        {communityName ?? 'A community without a name'}
      </h2>
      <Facts>
        <Fact name="Made on">{dateTime(madeAt)}</Fact>
        <Fact name="By Tenfour">{version}</Fact>
        {counts.map(({ table, rows: many }) => (
          <Fact key={table} name={TABLES[table] ?? table.charAt(0).toUpperCase() + table.slice(1)}>
            {number(many)}
          </Fact>
        ))}
        <Fact name="In all">
          {number(rows)} rows in {number(tables)} tables, {bytesWords(bytes)}
        </Fact>
      </Facts>
      {!hasList && (
        <Banner tone="warning" title="This machine does not know who lost access since the backup.">
          Who was disabled, barred or demoted and which keys were revoked afterwards is not kept here: look through the accounts and keys
          after the restore.
        </Banner>
      )}
      <Text c="dimmed" size="sm">
        Everybody has to sign in again, with the passwords of the backup. Invitations and links for a new password have ended. Mails,
        Discord jobs and penalties that were under way wait until somebody decides.
      </Text>
      <FormError error={failure} />
      <Progress work={work} />
      <Row gap={10}>
        <Button size="md" aria-busy={isBusy} aria-disabled={isBusy || undefined} onClick={isBusy ? undefined : onRestore}>
          Restore this community
        </Button>
        {!isBusy && (
          <Button size="md" variant="default" onClick={onOther}>
            Choose another file
          </Button>
        )}
      </Row>
    </section>
  )
}

function Restored() {
  return (
    <section className={LOGIN_PANEL} aria-label="Restored">
      <h2 tabIndex={-1} ref={useFocus<HTMLHeadingElement>()} style={{ outline: 'none', margin: 0 }}>
        The community is restored
      </h2>
      <Text>Sign in with an account of the backup. Admins find under Admin, Health what the restore changed.</Text>
      {/* A full page load, because this page still has the configuration of an empty portal. */}
      <Button component="a" href="/login" size="md" fullWidth>
        Sign in
      </Button>
    </section>
  )
}
