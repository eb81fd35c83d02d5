import { Button, Text } from '@mantine/core'
import { triggerWhitelistUpdate } from '@tenfour/contract'
import { IconCloudUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { environmentWord } from '../../../platform/servers/server-statuses.ts'
import { useServers } from '../../../platform/servers/servers.ts'
import { FormModal } from '../../../ui/FormModal.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './PushWhitelists.module.css'
import { lastPushTimes, outcomeSince, outcomeWords, PUSH_OUTCOMES, useWhitelists, type Whitelists } from './whitelist.ts'
import { Stack } from '../../../ui/layout.tsx'

type Pushed = { readonly serverIds: readonly number[]; readonly before: ReadonlyMap<number, string | undefined> }

/** Game servers receive every change automatically; this pushes to all of them again and shows the results. */
export function PushWhitelists() {
  const whitelists = useWhitelists()
  const [pushed, setPushed] = useState<Pushed | null>(null)
  const push = useMutation({
    mutationFn: async () => {
      const before = lastPushTimes(whitelists)
      return { before, ...(await call(triggerWhitelistUpdate)) }
    },
    onSuccess: setPushed,
  })
  return (
    <>
      <Button
        variant="default"
        loading={push.isPending}
        leftSection={<IconCloudUpload size={16} aria-hidden />}
        onClick={() => push.mutate()}
      >
        Push whitelists
      </Button>
      {pushed && <Outcomes pushed={pushed} whitelists={whitelists} onClose={() => setPushed(null)} />}
    </>
  )
}

type OutcomesProps = { pushed: Pushed; whitelists: Whitelists | undefined; onClose: () => void }

function Outcomes({ pushed: { serverIds, before }, whitelists, onClose }: OutcomesProps) {
  const { data: servers = [] } = useServers()
  const rows = serverIds.map((serverId) => {
    const whitelist = whitelists?.find((each) => each.serverId === serverId)
    const name = servers.find((each) => each.serverId === serverId)?.name ?? `Server ${serverId}`
    return { serverId, name, whitelist, outcome: outcomeSince(whitelist, before.get(serverId)) }
  })
  return (
    <FormModal title="Push whitelists" onClose={onClose}>
      <Stack>
        <Text component="output" c="dimmed" inherit>
          {rows.length === 0 ? 'There is no server to push a whitelist to.' : outcomeWords(rows.map(({ outcome }) => outcome))}
        </Text>
        {/* oxlint-disable-next-line no-noninteractive-tabindex -- only focusable elements can be scrolled by keyboard */}
        <section className={classes.outcomes} tabIndex={0} aria-label="Results">
          <ul>
            {rows.map(({ serverId, name, whitelist, outcome }) => (
              <li key={serverId}>
                <Stack as="span" gap={0}>
                  <Text span inherit fw={550} className="anywhere">
                    {name}
                  </Text>
                  {whitelist && (
                    <Text span c="dimmed" size="sm">
                      {environmentWord(whitelist)} · {whitelist.members.toLocaleString('en')}{' '}
                      {whitelist.members === 1 ? 'member' : 'members'}
                    </Text>
                  )}
                </Stack>
                <StatusBadge tone={PUSH_OUTCOMES[outcome].tone}>{PUSH_OUTCOMES[outcome].word}</StatusBadge>
              </li>
            ))}
          </ul>
        </section>
        <div className={classes.actions}>
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </div>
      </Stack>
    </FormModal>
  )
}
