import { Button } from '@mantine/core'
import { accessSubject, getMemberDiscordLink, isAllowed, manageDiscord, removeMemberDiscordLink } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import classes from './Discord.module.css'
import { LinkedAccount } from './LinkedAccount.tsx'
import { memberLinkQuery } from './links.queries.ts'

/** A member's Discord account, for staff. */
export function MemberDiscordCard({ userId, name }: { userId: number; name: string }) {
  const viewer = accessSubject(useSignedInUser())
  return isAllowed(getMemberDiscordLink.access, viewer) && <Link userId={userId} name={name} mayUnlink={isAllowed(manageDiscord, viewer)} />
}

function Link({ userId, name, mayUnlink }: { userId: number; name: string; mayUnlink: boolean }) {
  const link = useQuery(memberLinkQuery(userId))
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const [isBusy, setBusy] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const isAbove = isForbidden(link.error)

  const unlink = async (discordName: string) => {
    const isSure = await confirm({
      title: `Unlink ${discordName} from ${name}?`,
      body: 'They can no longer sign in with it, and the portal takes back the Discord roles it gave them.',
      confirmLabel: 'Unlink',
      danger: true,
    })
    if (!isSure) return
    setBusy(true)
    setFailure(null)
    try {
      await call(removeMemberDiscordLink, { params: { userId } })
      await link.refetch()
      notify.success(`${discordName} is unlinked from ${name}`)
      body.current?.focus()
    } catch (error) {
      setFailure(errorInfo(error))
      // Their roles or those of the viewer have changed since the card was loaded.
      if (isForbidden(error)) {
        await link.refetch()
        body.current?.focus()
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title="Discord">
      <div ref={body} tabIndex={-1} className={classes.body}>
        <div className={classes.failure}>
          <FormError error={failure} />
        </div>
        {isAbove ? (
          <CardNote>This member is above your level, so you can’t see their Discord account.</CardNote>
        ) : link.data ? (
          <>
            <LinkedAccount link={link.data} />
            {mayUnlink && (
              <Button variant="default" loading={isBusy} onClick={() => void unlink(link.data?.displayName ?? '')}>
                Unlink
              </Button>
            )}
          </>
        ) : link.data === null ? (
          <CardNote>No Discord account is linked.</CardNote>
        ) : link.isError ? (
          <CardError what="Their Discord account" onRetry={link.refetch} />
        ) : (
          <CardLoading rows={2} />
        )}
      </div>
    </Card>
  )
}

const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403
