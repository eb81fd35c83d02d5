import { Button, Text } from '@mantine/core'
import { answerPlayerCode, askPlayerCode, type PlayerCode } from '@tenfour/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { timeSince } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { refreshPlayer, usePlayerCode } from './players.queries.ts'

/** Links the player in the game to the member: a code, and a confirmation on both sides. */
export function LinkPlayer({ userId }: { userId: number }) {
  const open = usePlayerCode(userId)
  const [shown, setShown] = useState<{ readonly code: string; readonly expiresAt: string } | null>(null)
  const heading = useRef<HTMLParagraphElement>(null)
  const state = useUnexpired(open ?? null)
  const hadCode = useRef(false)
  useEffect(() => {
    if (state === null && hadCode.current) void refreshPlayer(userId)
    hadCode.current = state !== null
  }, [state, userId])

  const ask = async () => {
    try {
      setShown(await call(askPlayerCode, { params: { userId } }))
      heading.current?.focus()
    } catch (error) {
      reportError(error, 'No code was made')
    }
  }
  const answer = async ({ license }: NonNullable<PlayerCode['player']>, isOwn: boolean) => {
    try {
      const { isLinked } = await call(answerPlayerCode, { params: { userId }, body: { isOwn, license } })
      if (isLinked) notify.success('The player is linked to your account')
      else if (!isOwn) notify.success('The player was not linked')
    } catch (error) {
      reportError(error, 'The player was not linked')
    }
    heading.current?.focus()
  }

  const toAnswer = state && !state.isConfirmedHere ? state.player : null
  return (
    <Stack gap={8}>
      <Text ref={heading} tabIndex={-1} size="sm" aria-live="polite">
        {words(state, shown)}
      </Text>
      {toAnswer ? (
        <Row gap={8}>
          <ActionButton action={() => answer(toAnswer, true)}>Yes, that is me</ActionButton>
          <ActionButton variant="default" action={() => answer(toAnswer, false)}>
            No
          </ActionButton>
        </Row>
      ) : (
        !state && (
          <div>
            <Button variant="default" onClick={() => void ask()}>
              Link with a code
            </Button>
          </div>
        )
      )}
    </Stack>
  )
}

function words(state: PlayerCode | null, shown: { readonly code: string } | null) {
  if (!state) return 'Neither Steam nor Discord? Link the game with a code that you type there.'
  const { player, expiresAt, isConfirmedHere, isConfirmedInGame } = state
  if (!player) {
    const until = timeSince(expiresAt)
    if (!shown) return `A code is open until ${until}. It was shown in another window.`
    return (
      <>
        Type <strong className="mono">/link {shown.code}</strong> in the game’s chat before {until}.
      </>
    )
  }
  const who = (
    <>
      <strong>{player.name}</strong> on {player.server}, license <span className="mono">…{player.license}</span>
    </>
  )
  if (isConfirmedHere) return <>{who}: now type /link yes in the game.</>
  return (
    <>
      {who}, typed your code{isConfirmedInGame ? ' and confirmed it' : ''}. Is that you?
    </>
  )
}

/** Null once the code has expired. */
function useUnexpired(code: PlayerCode | null): PlayerCode | null {
  const [expired, setExpired] = useState<string | null>(null)
  const expiresAt = code?.expiresAt
  useEffect(() => {
    if (expiresAt === undefined) return undefined
    const timer = setTimeout(() => setExpired(expiresAt), Math.max(0, Date.parse(expiresAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [expiresAt])
  return code && code.expiresAt !== expired ? code : null
}
