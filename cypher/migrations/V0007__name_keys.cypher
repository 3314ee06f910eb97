// Keys of names: mentions of names that may be one person's meet by them. As loaders/names.py makes them of folded names:
// the family name and the first initial, or the whole name without spaces where very many bear the family name.
MATCH ()-[mention:MENTIONS]->()
WHERE mention.foldedName IS NOT NULL AND mention.nameKey IS NULL
CALL (mention) {
  WITH mention, split(mention.foldedName, ' ') AS every
  WITH mention, [
    place IN range(0, size(every) - 1)
    WHERE place = 0
       OR any(word IN every[place..] WHERE NOT word IN ['jr', 'sr', 'ii', 'iii', 'iv', '2nd', '3rd', '4th'])
    | every[place]
  ] AS words
  WITH mention, words, any(
    word IN [
      last(words),
      CASE WHEN NOT words[0] IN [
        'anderson', 'davis', 'harris', 'jackson', 'lewis', 'martin', 'taylor', 'thomas', 'walker', 'wilson'
      ] THEN words[0] END
    ]
    WHERE word IN [
      'ahmad', 'ahmed', 'ahn', 'ali', 'an', 'anderson', 'bach', 'bae', 'baek', 'bai', 'bao', 'bian', 'bui', 'byun',
      'cai', 'cao', 'cha', 'chae', 'chai', 'chan', 'chang', 'chao', 'chaudhary', 'chaudhuri', 'chen', 'cheng',
      'cheung', 'chi', 'chiang', 'chiu', 'cho', 'choi', 'chou', 'choudhury', 'chow', 'chu', 'chun', 'chung', 'cong',
      'cui', 'dai', 'dang', 'das', 'davis', 'deng', 'ding', 'dinh', 'do', 'doan', 'dong', 'dou', 'du', 'duan',
      'duong', 'dutta', 'fan', 'fang', 'fei', 'feng', 'fernandez', 'ferreira', 'fischer', 'fu', 'gan', 'gandhi',
      'gao', 'garcia', 'ge', 'geng', 'ghosh', 'gong', 'gonzalez', 'gu', 'guan', 'gui', 'guo', 'gupta', 'ha', 'hall',
      'ham', 'han', 'hao', 'harris', 'hasan', 'hassan', 'he', 'heo', 'hernandez', 'ho', 'hoang', 'hong', 'hossain',
      'hosseini', 'hou', 'hsieh', 'hsu', 'hu', 'hua', 'huang', 'hussain', 'huynh', 'hwang', 'hyun', 'ibrahim', 'im',
      'islam', 'ismail', 'ivanov', 'jackson', 'jain', 'jang', 'jeon', 'jeong', 'ji', 'jia', 'jiang', 'jin', 'jo',
      'johnson', 'jones', 'joo', 'joshi', 'jung', 'kang', 'kapoor', 'karimi', 'khan', 'kim', 'ko', 'kong', 'kumar',
      'kuo', 'kwak', 'kwok', 'kwon', 'lai', 'lam', 'lang', 'lau', 'le', 'lee', 'lei', 'leung', 'lewis', 'li',
      'lian', 'liang', 'liao', 'lim', 'lin', 'liu', 'lo', 'long', 'lopez', 'lou', 'lu', 'luan', 'luo', 'luong',
      'luu', 'lv', 'lyu', 'ma', 'mahmoud', 'mai', 'malik', 'mao', 'martin', 'martinez', 'mehta', 'mei', 'meng',
      'meyer', 'miller', 'min', 'mishra', 'mo', 'mohamed', 'mohammad', 'mohammadi', 'mohammed', 'moon', 'moore',
      'mu', 'muller', 'mustafa', 'nah', 'nair', 'nam', 'ngo', 'nguyen', 'ni', 'nie', 'ning', 'niu', 'noh', 'oh',
      'oliveira', 'ouyang', 'pan', 'pandey', 'pang', 'park', 'patel', 'pei', 'peng', 'pereira', 'perez', 'pham',
      'phan', 'prasad', 'pu', 'pyo', 'qi', 'qian', 'qiao', 'qin', 'qiu', 'qu', 'rahman', 'raj', 'rao', 'reddy',
      'ren', 'rezaei', 'rhee', 'robinson', 'rodriguez', 'roh', 'rong', 'rossi', 'roy', 'ruan', 'russo', 'ryu',
      'saha', 'saleh', 'sanchez', 'santos', 'sarkar', 'sato', 'schmidt', 'schneider', 'sen', 'seo', 'sethi', 'sha',
      'shah', 'shan', 'shang', 'shao', 'sharma', 'shen', 'sheng', 'shi', 'shim', 'shin', 'shu', 'shukla', 'si',
      'silva', 'singh', 'smith', 'sohn', 'son', 'song', 'souza', 'srivastava', 'su', 'sun', 'sung', 'suzuki', 'tai',
      'tan', 'tanaka', 'tang', 'tao', 'taylor', 'teng', 'thai', 'thakur', 'thomas', 'thompson', 'tian', 'tie',
      'tiwari', 'tong', 'tran', 'trinh', 'tripathi', 'truong', 'tsai', 'tse', 'tu', 'uhm', 'verma', 'vo', 'vu',
      'walker', 'wan', 'wang', 'weber', 'wei', 'wen', 'weng', 'white', 'williams', 'wilson', 'wong', 'woo',
      'wright', 'wu', 'xi', 'xia', 'xian', 'xiang', 'xiao', 'xie', 'xin', 'xing', 'xiong', 'xu', 'xuan', 'xue',
      'yadav', 'yan', 'yang', 'yao', 'ye', 'yeh', 'yeo', 'yi', 'yim', 'yin', 'ying', 'yip', 'yoo', 'yoon', 'you',
      'young', 'yu', 'yuan', 'yue', 'yun', 'zang', 'zeng', 'zha', 'zhai', 'zhan', 'zhang', 'zhao', 'zhen', 'zheng',
      'zhong', 'zhou', 'zhu', 'zhuang', 'zou', 'zuo'
    ]
  ) AS listed
  WITH mention, CASE
    WHEN size(words) = 1 OR listed THEN replace(mention.foldedName, ' ', '')
    ELSE last(words) + ' ' + left(words[0], 1)
  END AS key
  SET mention.nameKey = key,
      mention.openName = CASE WHEN mention.openName IS NOT NULL THEN key END
} IN TRANSACTIONS OF 10000 ROWS;

CREATE INDEX mention_name_key IF NOT EXISTS FOR ()-[e:MENTIONS]-() ON (e.nameKey);
