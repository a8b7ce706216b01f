/**
 * Passwords that attackers try first, in lower case. Words shorter than a valid password are here because
 * people append digits to them (`welcome2024!`).
 */
const text = `
0123456789 01234567890 0987654321 1020304050 102030405060 1029384756 1122334455 112233445566 11223344556677
1231231231 123123123123 123321123321 1233211234567 123454321 1234554321 12345654321 123456654321 1234567890
12345678900 12345678901 123456789012 1234567890123 1234567891 12345678910 1234567899 123456789a 123456789q
123456abcdef 12345abcde 123abc123abc 147258369 1472583690 147852369 1478523690 159357456 159753456
1a2b3c4d5e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw2
2718281828 3141592653 31415926535 741852963 7418529630 789456123 7894561230 963852741 987654321 9876543210
9876543211 a123456789 a1b2c3d4 a1b2c3d4e5 a1b2c3d4e5f6 aaabbbcccddd aabbccddee abc123abc123 abcabcabc
abcd1234 abcd123456 abcdabcdabcd abcde12345 abcdefgh abcdefghi abcdefghij abcdefghijk abcdefghijkl
abcdefghijklm abcdefghijklmnop abcdefghijklmnopqrstuvwxyz access accessaccess accessdenied adgangskode admin
adminadmin administrador administrateur administrator adminpassword adminuser alexander alexandra
alhamdulillah always america american android anniversary anthony anything apple april arsenal arsenalfc
asdf1234 asdfasdf asdfasdfasdf asdfgh asdfghjk asdfghjkl asdfqwer asshole august australia autumn azerty
azertyqwerty azertyuiop babyboy babygirl banana bananas barcelona baseball basketball batman bayern
bayernmunich behappy benfica benjamin besiktas bestfriend bestfriends birthday bismillah biteme blackberry
blessed blessing blinkoneeightytwo blueberry borussia brasil broncos brother brothers bullshit business
buttercup butterflies butterfly california callofduty camaro canada captainamerica catherine celticfc
challenger changeit changeme changemenow changepass changepassword changethis charizard charlotte
cheerleader cheesecake chelsea chelseafc chevrolet chewbacca children chocolate christian christina
christmas christopher cinnamon cmsadmin coffee coffeecoffee company companyname companypassword computer
computers contentadmin contentful contrasena contraseña cookiemonster cookies correcthorse
correcthorsebatterystaple corvette counterstrike cowboys cristina cupcakes daddy dallascowboys darthvader
database daylight december default defaultpass defaultpassword demo demodemo demouser deutschland director
directus donaldduck dragon dragonball dragonballz dragondragon dragonfly dragons drupal edcrfv editor
editoreditor elizabeth elizabethelizabeth eminem employee employees england enter enterenter entry espana
everything example examples facebook family familyfirst father fcbarcelona february fenerbahce ferrari
football footballfootball forever foreverlove fortnite france friday friend friends friendsforever
friendship fuckfuck fuckoff fuckyou gabriel gabriella galatasaray galley galleyadmin galleygalley
galleyowner gandalf garfield germany ghostrider gmail godbless godisgood godislove goodboy goodbye goodgirl
goodluck goodmorning goodnight google googlegoogle grandma greenday gryffindor guest guestguest guestuser
hakunamatata halloween happiness happy happybirthday happyday happydays happyhappy harleydavidson
harrypotter haslo headless headlesscms hello hellohello hellokitty hellothere helloworld hermione heslo
hockey hogwarts honda hondacivic honeybunny hotmail hunter hunterhunter icecream icehockey idontcare
idontknow ihatepasswords ihatethis ihateyou ilovefootball ilovegod iloveher ilovehim ilovejesus iloveme
ilovemusic ilovemycat ilovemydog ilovemymom ilovemyself iloveyou iloveyou2 iloveyoubaby iloveyouforever
iloveyousomuch iloveyoutoo iloveyouu indonesia inshallah instagram internet internetexplorer iphone ireland
ironmaiden ironman italia january jennifer jessica jesuschrist jesusislord jesuslovesme jesussaves jonathan
joomla jordan juventus katherine kawasaki kennwort keyboard killer killerkiller kissme kissmyass lakers
lamborghini laptop leagueoflegends letmein letmeinnow letmeinplease letmepass lightning linkedin
linkedinlinkedin linkinpark liverpool liverpoolfc lkjhgfdsa login loginlogin loginname london londonengland
lordoftherings loremipsum loremipsumdolor losenord loveislove lovelove lovelovelove lovely loveme
lovemeforever loverboy lovergirl loveyou loveyouforever lozinka lukeskywalker lösenord macintosh madonna
mamapapa manager manchester manchesterunited manutd march marshmallow master masterkey mastermind
masterpassword masters matrix matthew maytheforcebewithyou mercedes mercedesbenz merrychristmas metallica
mexico michael michaeljordan michelle mickeymouse microsoft microsoftwindows midnight millenniumfalcon
minecraft minniemouse mnbvcxz mommy monday mongodb mongodbadmin monkey monkeymonkey monkeys moonlight
moonshine motdepasse mother motorola mustang mycomputer mylove mylover mypassword mysecret mysqladmin
mysunshine naruto narutouzumaki newpassword newyork newyorkcity nicholas nintendo nirvana nopassword nothing
nothingness november october office oldpassword onetimepassword opensesame openthedoor owner owneradmin
packers parola passcode passphrase passwd password password123password password1password passwordadmin
passwordpassword passwordtest passworduser passwort patriots peanutbutter phantom philippines phoenix
pikachu pineapple playstation pleasechange pleasechangeme pleaseletmein poiuyt poiuytrewq pokemon porsche
portugal postgres prettyprincess princess princessprincess private privateprivate publisher q123456789
q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx qazwsxedc qazwsxedcrfv qwer1234 qwerasdf qwerasdfzxcv qwerty
qwertyasdf qwertyasdfgh qwertyqwerty qwertyui qwertyuio qwertyuiop qwertyuiopasdfghjkl qwertz qwertzui
qwertzuiop rainbow rainbows realmadrid redskins robertrobert roblox rootadmin rootpassword rootroot salasana
samantha sample samsung samsunggalaxy sanity sasuke saturday scoobydoo scotland sebastian secret
secretpassword secretsecret secure secured security securitysecurity senha september server servers service
services sesame shadow shadowshadow signin signmein singapore sister sisters skateboard skywalker slipknot
snoopy snowboard soccer soccerball softball something spiderman spongebob spring springtime starcraft
starlight startrek starwars steelers stephanie stormtrooper strapi strawberry summer summertime sunday
sunflower sunshine sunshinesunshine superadmin superhero superman supermario supersecret superuser suzuki
sweetheart sweetie sweetlove swimming sysadmin temp temporary temppass temppassword test tester testing
testingtesting testpassword testtest testuser thepassword thequickbrown thequickbrownfox thunder thursday
tigers tigger tinkerbell tobeornottobe toor topsecret toyota truelove trustno trustnoone tuesday turkiye
twilight twitter unitedstates user username userpassword useruser valentina verysecret victoria voldemort
volleyball wachtwoord warcraft washington watermelon webmaster website wednesday welcome welcomeback
welcomehome welcometo welcomewelcome whatever whatsup windows windowsxp winniethepooh winter winteriscoming
wintertime wolverine wonderwoman wordpress wordpressadmin worldofwarcraft wrestling wsxedc xboxlive yahoo
yamaha yankees yourpassword youshallnotpass youtube ytrewq yxcvbnm zaq12wsx zaq1xsw2 zaq1zaq1 zelda zxcvbn
zxcvbnm zxcvbnmasdfghjkl zxcvzxcv
`;

export const commonPasswords: ReadonlySet<string> = new Set(text.trim().split(/\s+/));
