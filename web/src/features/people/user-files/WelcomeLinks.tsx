import { Button, Text } from '@mantine/core'
import type { WelcomedUser } from '@tenfour/contract'
import { IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { dateTime } from '../../../platform/format/dates.ts'
import { downloadFile } from '../../../platform/download/download-file.ts'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { Card } from '../../../ui/Card.tsx'
import { confirm, type ConfirmQuestion } from '../../../ui/confirm.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { OnPhone } from '../../../ui/OnPhone.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { defaultTableState } from '../../../ui/table-state.ts'
import { addressOf } from '../password-links/password-links.port.ts'
import { linksAsCsv, type Welcomed } from './user-files.queries.ts'

const COLUMNS: readonly Column<WelcomedUser>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ name, emailAddress }) => (
      <>
        {name}
        <OnPhone>{emailAddress}</OnPhone>
      </>
    ),
  },
  { id: 'email', header: 'Email address', value: ({ emailAddress }) => emailAddress, isWideOnly: true },
  {
    id: 'link',
    header: 'Link',
    value: () => '',
    cell: (user) => <CopyButton text={addressOf(user)} label="Copy link" what={`for ${user.name}`} />,
    width: 160,
  },
]
const START = defaultTableState()
const LEAVE: ConfirmQuestion = {
  title: 'Leave without the links?',
  body: 'They are shown only once and not stored. Without them each person needs a password link of their own.',
  confirmLabel: 'Leave',
  cancelLabel: 'Stay',
  danger: true,
}

type WelcomeLinksProps = { welcomed: Welcomed; onAnother: () => void }

/** The links of new accounts, which are shown this once. */
export function WelcomeLinks({ welcomed, onAnother }: WelcomeLinksProps) {
  const { users, expiresAt } = welcomed
  const [isKept, setKept] = useState(false)
  const [state, setState] = useState(START)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  useLeaveQuestion(isKept ? 0 : users.length, LEAVE)
  const another = async () => {
    if (isKept || (await confirm(LEAVE))) onAnother()
  }
  return (
    <Card>
      <Stack>
        <Row as="h2" ref={heading} tabIndex={-1} style={{ margin: 0, fontSize: '1.125rem', outline: 'none' }}>
          <IconCircleCheck size={22} stroke={1.8} color="var(--available)" aria-hidden />
          {users.length === 1 ? 'One account is made' : `${users.length} accounts are made`}
        </Row>
        <Text inherit>
          Each person chooses their password with their own link, once, until {dateTime(expiresAt)}. Download the links now: they are shown
          only once and not stored. Send each person their own alone.
        </Text>
        <Row>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => {
              downloadFile('welcome-links.csv', linksAsCsv(welcomed), 'text/csv')
              setKept(true)
            }}
          >
            Download links as CSV
          </Button>
          <Button variant="default" onClick={() => void another()}>
            Add from another file
          </Button>
        </Row>
        <DataTable
          label="Links"
          searchLabel={null}
          columns={COLUMNS}
          rows={users}
          rowKey={({ userId }) => userId}
          state={state}
          onStateChange={setState}
          empty={{ title: 'No links' }}
          maxHeight="520px"
        />
      </Stack>
    </Card>
  )
}
