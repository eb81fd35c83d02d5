import { Button } from '@mantine/core'
import { triggerWhitelistUpdate } from '@tenfour/contract'
import { IconCloudUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../platform/api/client.ts'
import { notify } from '../../platform/notify/notify.ts'

/** Game servers are told of every change by themselves; this tells them all again. */
export function PushWhitelists() {
  const push = useMutation({
    mutationFn: () => call(triggerWhitelistUpdate),
    onSuccess: ({ servers, members }) =>
      notify.success(`The whitelists, ${count(members, 'member')}, are on their way to ${count(servers, 'server')}`),
  })
  return (
    <Button
      variant="default"
      loading={push.isPending}
      leftSection={<IconCloudUpload size={16} aria-hidden />}
      onClick={() => push.mutate()}
    >
      Push whitelists
    </Button>
  )
}

const count = (number: number, noun: string): string => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
