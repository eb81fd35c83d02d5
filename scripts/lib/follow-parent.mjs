// Loaded into the server before its own code (node --import). The starter holds the other end of the channel; when the starter is gone,
// however it went, the channel closes and the server shuts down as if asked to.
process.once('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
})
process.channel?.unref()
