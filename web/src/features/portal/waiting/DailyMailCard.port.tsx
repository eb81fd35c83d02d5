import { Switch } from '@mantine/core'
import { getDailyMail, saveDailyMail } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { portalConfig } from '../../../platform/config/config.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { Stack } from '../../../ui/layout.tsx'

/** Whether the member gets a daily mail; nothing where the portal sends no mails. */
export const DailyMailCard = () => (portalConfig().hasMail ? <Choice /> : null)

function Choice() {
  const { userId } = useSignedInUser()
  const queryKey = ['daily-mail', userId]
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getDailyMail, { params: { userId }, signal, quiet: true }),
    meta: { handled: true },
  })
  const [pending, setPending] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const save = async (isOn: boolean) => {
    if (pending !== null) return
    setPending(isOn)
    setFailure(null)
    await call(saveDailyMail, { params: { userId }, body: { isOn }, quiet: true }).then(
      (saved) => queryClient.setQueryData(queryKey, saved),
      (error: unknown) => setFailure(errorInfo(error)),
    )
    setPending(null)
  }
  return (
    <Card title="Mail">
      {data ? (
        <Stack gap={12}>
          <FormError error={failure} />
          <Switch
            label="Mail me what waits for me"
            description="Such as a returned report or a request to decide. At most once a day, and never when nothing waits."
            checked={pending ?? data.isOn}
            onChange={({ currentTarget: { checked } }) => void save(checked)}
          />
        </Stack>
      ) : isError ? (
        <CardError what="Your choice" onRetry={refetch} />
      ) : (
        <CardLoading rows={1} />
      )}
    </Card>
  )
}
