/**
 * Made-up people: given and family names of many writings, each with the Latin spelling that its e-mail address uses.
 * Any likeness to a living person is chance; addresses end in domains that nobody can register.
 */
import type { Random } from './random.js';

/** A name as it is written, and as an e-mail address spells it. */
interface Spelled {
  readonly written: string;
  readonly latin: string;
}

/** A made-up person's name and the local part of an address that fits it. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly mailbox: string;
}

const combiningMarks = /\p{M}/gu;
const unaccented: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', đ: 'd', ı: 'i' };

/** `Smith|O'Brien|美咲=misaki`: names between bars; the Latin spelling follows `=` where accents alone do not give it. */
function names(list: string): readonly Spelled[] {
  return list.split('|').map((entry) => {
    const [written = '', given] = entry.split('=');
    const plain = written
      .toLowerCase()
      .normalize('NFD')
      .replace(combiningMarks, '')
      .replace(/[ßøłæđı]/g, (letter) => unaccented[letter] ?? letter);
    return { written, latin: given ?? plain.replace(/[^a-z]/g, '') };
  });
}

interface Culture {
  readonly given: readonly Spelled[];
  readonly family: readonly Spelled[];
}

const culture = (given: string, family: string): Culture => ({ given: names(given), family: names(family) });

const american = culture(
  'James|Mary|Michael|Patricia|Robert|Linda|David|Barbara|William|Susan|Joseph|Karen|Thomas|Sarah|Charles|Lisa|Daniel|Nancy|DeShawn|LaToya|Mary Ann|Jo|T.J.=tj|Billy Ray|Keisha|Tyrone|"Bud" Walter=walter|Anne-Marie',
  "Smith|Johnson|Williams|Brown|Jones|Miller|Davis|Wilson|Anderson|O'Brien|O'Neal|McAllister|Van Dyke|Washington|Jefferson|Smith-Jones|St. Clair|King, Jr.=kingjr|Porter, III=porteriii|D’Angelo|Li|Ng",
);

const cultures: Readonly<Record<string, Culture>> = {
  hispanic: culture(
    'José|María|Ángel|Lucía|Jesús|Sofía|Íñigo|Begoña|Raúl|Inés|Andrés|Belén',
    'García|Hernández|Muñoz|Peña|de la Cruz|Núñez|Ibáñez|Ordóñez|López-Vega|Zúñiga|Güereca',
  ),
  german: culture(
    'Jürgen|Käthe|Jörg|Björn|Änne|Günther|Lieselotte|Uwe|Karl-Heinz|Ümit',
    'Müller|Schäfer|Weiß|Groß|Köhler|von der Heide|Jäger|Böhm|Strauß|Öztürk',
  ),
  french: culture(
    'Zoé|François|Hélène|Noël|Chloé|Jean-Luc|Amélie|Loïc|Élodie|Anaïs',
    "Lefèvre|D'Aubigné|Benoît|Gauthier|L'Écuyer|Côté|Françoise-Roy|Desrosiers|Bélanger",
  ),
  nordic: culture(
    'Søren|Åsa|Bjørn|Łukasz|Małgorzata|Zdeněk|Šárka|Ødger|Đorđe|Işıl',
    'Ødegård|Håkansson|Nørgaard|Kowalczyk|Wiśniewska|Dvořák|Žižka|Yıldız|Petrović',
  ),
  british: culture(
    'Siân|Rhys|Fiona|Alasdair|Niamh|Graham|Gemma|Oonagh|Llewellyn|Priya',
    "MacDonald|O'Shea|Llewellyn-Bowes|Fitzgerald|Ap Rhys|Thornton|Okonkwo|Begum|Featherstone",
  ),
  indian: culture(
    'Aarav|Ananya|Vikram|प्रिया=priya|राहुल=rahul|Lakshmi|Harpreet|आदित्य=aditya|Meenakshi',
    'Sharma|Iyer|पटेल=patel|Singh|Krishnamurthy|गुप्ता=gupta|Nair|Banerjee',
  ),
  chinese: culture(
    '伟=wei|芳=fang|秀英=xiuying|小明=xiaoming|丽=li|建国=jianguo|欣怡=xinyi|俊傑=junjie',
    '王=wang|李=li|张=zhang|刘=liu|陈=chen|歐陽=ouyang|黄=huang|诸葛=zhuge',
  ),
  japanese: culture(
    '美咲=misaki|健太=kenta|さくら=sakura|大輔=daisuke|ユキ=yuki|翔=sho',
    '佐藤=sato|鈴木=suzuki|高橋=takahashi|渡辺=watanabe|小林=kobayashi|伊藤=ito',
  ),
  korean: culture(
    '민준=minjun|서연=seoyeon|지우=jiwoo|하은=haeun|도윤=doyun',
    '김=kim|이=lee|박=park|최=choi|남궁=namgung',
  ),
  arabic: culture(
    'محمد=mohammed|فاطمة=fatima|أحمد=ahmed|ليلى=layla|يوسف=yusuf|نور=nour',
    'العلي=alali|حداد=haddad|الخطيب=alkhatib|منصور=mansour|بن سعيد=binsaid',
  ),
  cyrillic: culture(
    'Олена=olena|Дмитро=dmytro|Светлана=svetlana|Ѓорѓи=gjorgji|Юлія=yuliia',
    'Шевченко=shevchenko|Ковальчук=kovalchuk|Иванова=ivanova|Мельник=melnyk|Щербак=shcherbak',
  ),
  greek: culture(
    'Ελένη=eleni|Γιώργος=giorgos|Αθηνά=athina|Νίκος=nikos',
    'Παπαδόπουλος=papadopoulos|Οικονόμου=oikonomou|Γεωργίου=georgiou',
  ),
  hebrew: culture(
    'נועם=noam|תמר=tamar|איתן=eitan|שירה=shira',
    'כהן=cohen|לוי=levi|מזרחי=mizrahi|בן־דוד=bendavid',
  ),
};

/** Which names are common where a phone number comes from; people from everywhere live in the United States. */
const homeCultures: Readonly<Record<string, readonly string[]>> = {
  GB: ['british', 'indian', 'arabic', 'nordic'],
  DE: ['german', 'nordic', 'arabic', 'greek'],
  FR: ['french', 'arabic', 'hispanic'],
  MX: ['hispanic'],
  AU: ['british', 'chinese', 'greek', 'korean'],
  IN: ['indian'],
  CA: ['french', 'british', 'chinese', 'cyrillic'],
};

function cultureOf(country: string, random: Random): Culture {
  const home = homeCultures[country];
  if (home === undefined && random.chance(55)) return american;
  return cultures[random.pick(home ?? Object.keys(cultures))] ?? american;
}

/** A person with a name that is heard in `country` (ISO 3166 alpha-2). */
export function makePerson(country: string, random: Random): Person {
  const from = cultureOf(country, random);
  const given = random.pick(from.given);
  const family = random.pick(from.family);
  return { firstName: given.written, lastName: family.written, mailbox: `${given.latin}.${family.latin}` };
}
