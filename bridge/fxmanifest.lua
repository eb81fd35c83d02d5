fx_version 'cerulean'
game 'gta5'
node_version '22'

name 'tenfour'
description 'Joins a FiveM server to a Tenfour portal: dispatch, positions, whitelist, tablet and screens.'
version '0.1.0'

-- Builds up to 27938 crash now and then with resources that use Node 22. Without OneSync the server does not know where anybody is.
dependencies {
  '/server:27939',
  '/onesync',
}

server_script 'server.js'
client_script 'client.js'

ui_page 'tablet/index.html'
-- Pages of other resources can't close the tablet or open it.
nui_callback_strict_mode 'true'
files {
  'tablet/index.html',
  'tablet/tablet.js',
  'tablet/tablet.css',
}
