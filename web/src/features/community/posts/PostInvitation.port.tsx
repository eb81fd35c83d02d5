import { NativeSelect, Text } from '@mantine/core'
import { accessSubject, isAllowed, listInvitationChannels, manageDiscord, postInvitation, type DiscordTarget } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { targetOptions } from './post.labels.ts'

const channelsQuery = queryOptions({
  queryKey: ['discord-posts', 'invitation-channels'],
  queryFn: ({ signal }) => call(listInvitationChannels, { quiet: true, signal }),
  staleTime: 0,
  meta: { handled: true },
})

type PostInvitationProps = { invitationId: number; code: string }

/** Posts an invitation with its link in a channel, for those who may write there; or says what is missing for it. */
export function PostInvitation(props: PostInvitationProps) {
  const isAllowedTo = isAllowed(manageDiscord, accessSubject(useSignedInUser()))
  const { data } = useQuery({ ...channelsQuery, enabled: isAllowedTo })
  if (!isAllowedTo || !data) return null
  const [first] = data.channels
  if (first) return <Post {...props} channels={data.channels} first={first} />
  return (
    <Text c="dimmed" inherit flex="1 1 100%" style={{ order: 1 }}>
      {data.hasPortalUrl ? (
        <>
          To post it in Discord, give a channel the type Text in <Link to="/discord/list">Manage Discord</Link>.
        </>
      ) : (
        'To post it in Discord, the portal has to know its own address: set PORTAL_URL.'
      )}
    </Text>
  )
}

type PostProps = PostInvitationProps & { channels: readonly DiscordTarget[]; first: DiscordTarget }

function Post({ invitationId, code, channels, first }: PostProps) {
  const [channelId, setChannelId] = useState(first.channelId)
  const [posted, setPosted] = useState<readonly string[]>([])
  const { name } = channels.find((each) => each.channelId === channelId) ?? first
  const isPosted = posted.includes(channelId)
  const post = async () => {
    if (isPosted) return
    try {
      await call(postInvitation, { params: { invitationId }, body: { code, channelId } })
      setPosted([...posted, channelId])
    } catch (error) {
      reportError(error, `The invitation was not posted in #${name}`)
    }
  }
  return (
    <>
      {channels.length > 1 && (
        <NativeSelect
          aria-label="Channel"
          data={targetOptions(channels)}
          value={channelId}
          onChange={(event) => setChannelId(event.currentTarget.value)}
        />
      )}
      <ActionButton variant="default" data-disabled={isPosted || undefined} action={post}>
        <span aria-live="polite">
          {isPosted ? 'Posted' : 'Post'} in #{name}
        </span>
      </ActionButton>
    </>
  )
}
