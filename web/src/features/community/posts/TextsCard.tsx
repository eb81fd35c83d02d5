import { Button, Text } from '@mantine/core'
import { accessSubject, DISCORD_TEXTS_SHOWN, isAllowed, manageDiscord, type DiscordText } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { actOnTexts, DeletedAnnouncements } from './DeletedAnnouncements.tsx'
import { EditTextDialog } from './EditTextDialog.tsx'
import classes from './Posts.module.css'
import { textTitle } from './post.labels.ts'
import { changeText, deleteText, textsQuery } from './posts.queries.ts'
import { WriteText } from './WriteText.tsx'
import { Row } from '../../../ui/layout.tsx'

/** Messages that staff write to channels of type Text. */
export function TextsCard() {
  const { data, isError, refetch } = useQuery(textsQuery)
  const mayWrite = isAllowed(manageDiscord, accessSubject(useSignedInUser()))
  return (
    <Card
      title="Messages to channels"
      aside={data && data.texts.length >= DISCORD_TEXTS_SHOWN ? `the last ${DISCORD_TEXTS_SHOWN}` : undefined}
    >
      {data ? (
        <>
          {mayWrite && data.channels.length > 0 && <WriteText channels={data.channels} />}
          {mayWrite && data.channels.length === 0 && (
            <CardNote>
              No channel has the type Text. <Link to="/discord/list">Give one that type</Link>
            </CardNote>
          )}
          <DeletedAnnouncements announcements={data.deletedAnnouncements} mayWrite={mayWrite} />
          {data.texts.length > 0 ? (
            <Texts texts={data.texts} mayWrite={mayWrite} />
          ) : (
            !mayWrite && <CardNote>Nothing was written to Discord from the portal yet.</CardNote>
          )}
        </>
      ) : isError ? (
        <CardError what="The messages" onRetry={refetch} />
      ) : (
        <CardLoading rows={6} />
      )}
    </Card>
  )
}

function Texts({ texts, mayWrite }: { texts: readonly DiscordText[]; mayWrite: boolean }) {
  const [edited, setEdited] = useState<DiscordText | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const remove = async (text: DiscordText) => {
    // Trying again was decided on before.
    const isSure =
      text.state === 'undeleted' ||
      (await confirm({
        title: `Delete this message in ${placeOf(text)}?`,
        body: 'It is deleted in Discord too.',
        subject: text.text.length > 120 ? `${text.text.slice(0, 119)}…` : text.text,
        confirmLabel: 'Delete',
        danger: true,
      }))
    if (!isSure) return
    await actOnTexts(list.current, async () => {
      await deleteText(text)
      notify.success(text.state === 'undeleted' ? 'Discord is asked again to delete it' : 'The message is deleted')
    })
  }
  const sendAgain = (text: DiscordText) => actOnTexts(list.current, () => changeText(text, text.text))
  return (
    <>
      <ul ref={list} className={classes.list} aria-label="Messages written on the portal" tabIndex={-1}>
        {texts.map((text) => (
          <PostedText
            key={text.textId}
            text={text}
            mayWrite={mayWrite}
            onEdit={() => setEdited(text)}
            onDelete={() => void remove(text)}
            onSendAgain={() => void sendAgain(text)}
          />
        ))}
      </ul>
      {edited && <EditTextDialog key={edited.textId} text={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

type TextProps = { text: DiscordText; mayWrite: boolean; onEdit: () => void; onDelete: () => void; onSendAgain: () => void }

function PostedText({ text, mayWrite, onEdit, onDelete, onSendAgain }: TextProps) {
  const now = useNow()
  const { author, createdAt, changedAt, state, problem } = text
  const isUndeleted = state === 'undeleted'
  return (
    <li className={classes.message}>
      <Row gap="4px 12px">
        <Text span inherit fw={600}>
          {placeOf(text)}
        </Text>
        <span className={classes.meta}>
          {author.name},{' '}
          <time dateTime={createdAt} title={dateTime(createdAt)}>
            {relativeTime(createdAt, now)}
          </time>
          {changedAt !== null && ', edited'}
        </span>
        {state === 'waiting' && <StatusBadge tone="info">Waiting</StatusBadge>}
        {state === 'failed' && <StatusBadge tone="danger">Failed</StatusBadge>}
        {state === 'deleted' && <StatusBadge tone="warning">Deleted in Discord</StatusBadge>}
        {isUndeleted && <StatusBadge tone="danger">Not deleted in Discord</StatusBadge>}
        {mayWrite && (
          <Row as="span" gap={4} nowrap>
            {state === 'deleted' && (
              <Button variant="subtle" size="compact-sm" aria-label={`Send again ${textTitle(text)}`} onClick={onSendAgain}>
                Send again
              </Button>
            )}
            {!isUndeleted && (
              <Button variant="subtle" size="compact-sm" aria-label={`Edit ${textTitle(text)}`} onClick={onEdit}>
                Edit
              </Button>
            )}
            <Button
              variant="subtle"
              size="compact-sm"
              color="danger"
              aria-label={`${isUndeleted ? 'Try again to delete' : 'Delete'} ${textTitle(text)}`}
              onClick={onDelete}
            >
              {isUndeleted ? 'Try again' : 'Delete'}
            </Button>
          </Row>
        )}
      </Row>
      <p className={classes.text}>{text.text}</p>
      {problem !== '' && <p className={classes.problem}>{problem}</p>}
    </li>
  )
}

const placeOf = ({ channel }: DiscordText): string => (channel === null ? 'a deleted channel' : `#${channel}`)
