fx_version 'cerulean'
game 'gta5'
node_version '22'

name 'tenfour'
description 'Joins a FiveM server to a Tenfour portal: dispatch, positions, whitelist, tablet and screens.'
version '0.1.0'

server_script 'server.js'
client_script 'client.js'

ui_page 'tablet/index.html'
files {
  'tablet/index.html',
  'tablet/tablet.js',
  'tablet/tablet.css',
}
